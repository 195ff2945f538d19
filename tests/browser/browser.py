# SPDX-License-Identifier: GPL-2.0-or-later
"""A headless Chromium, driven through chromedriver (W3C WebDriver over HTTP), with no more than
what Debian's packages chromium and chromium-driver have."""
import base64
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # as the standard names references to elements
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "ArrowUp": "\ue013", "ArrowDown": "\ue015",
        "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Backspace": "\ue003", "Tab": "\ue004"}


def missing():
    """Why no browser can be started; None if one can."""
    for program in ("chromium", "chromedriver"):
        if not shutil.which(program):
            return f"{program} is not installed (scripts/deps --browser --install)"
    return None


class Browser:
    """A browser with a window of @width x @height; use it as a context manager."""

    def __init__(self, width=1400, height=1000, dark=False):
        self.folder = tempfile.TemporaryDirectory(prefix="symdiff-browser-",
                                                  ignore_cleanup_errors=True)
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE,
                                       stderr=subprocess.STDOUT, text=True,
                                       # Chromium leaves folders of its own behind.
                                       env={**os.environ, "TMPDIR": self.folder.name})
        self.url = f"http://127.0.0.1:{self._port()}"
        self.session = None
        options = {
            "args": ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
                     "--no-first-run", "--disable-background-networking",
                     "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
                     "--hide-scrollbars",
                     f"--user-data-dir={self.folder.name}", f"--window-size={width},{height}"],
        }
        capabilities = {"browserName": "chrome", "goog:chromeOptions": options,
                        "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        answer = self._call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self.session = answer["sessionId"]
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height,
                     deviceScaleFactor=1, mobile=False)
        self.command("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        try:
            if self.session:
                self._call("DELETE", f"/session/{self.session}")
        finally:
            self.driver.terminate()
            self.driver.wait(10)
            self.driver.stdout.close()
            self.folder.cleanup()

    def _port(self):
        for line in self.driver.stdout:
            if "started successfully on port" in line:
                return int(line.rsplit(" ", 1)[1].strip(" .\n"))
        raise RuntimeError("chromedriver did not start")

    def _call(self, method, path, body=None):
        data = None if method != "POST" else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"},
                                         method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def command(self, name, **parameters):
        """A command of the DevTools protocol."""
        return self._call("POST", f"/session/{self.session}/goog/cdp/execute",
                          {"cmd": name, "params": parameters})

    def open(self, path):
        self._call("POST", f"/session/{self.session}/url", {"url": pathlib.Path(path).as_uri()})

    def run(self, script, *arguments):
        """What @script returns; arguments[0] and so on are @arguments."""
        return self._call("POST", f"/session/{self.session}/execute/sync",
                          {"script": script, "args": list(arguments)})

    def wait(self, script, *arguments, seconds=10):
        """Until @script returns something true, which is returned."""
        end = time.monotonic() + seconds
        while not (value := self.run(script, *arguments)):
            if time.monotonic() > end:
                raise AssertionError(f"not within {seconds} s: {script}")
            time.sleep(0.05)
        return value

    def find(self, selector):
        return self._call("POST", f"/session/{self.session}/element",
                          {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", selector)
        self._call("POST", f"/session/{self.session}/element/{self.find(selector)}/click")

    def type(self, selector, text):
        self._call("POST", f"/session/{self.session}/element/{self.find(selector)}/value",
                   {"text": text})

    def press(self, *keys):
        """Keys, to what has the focus."""
        actions = [{"type": kind, "value": KEYS.get(key, key)}
                   for key in keys for kind in ("keyDown", "keyUp")]
        self._call("POST", f"/session/{self.session}/actions",
                   {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def console(self):
        """What the console has had since it was asked: lines of level WARNING and above."""
        log = self._call("POST", f"/session/{self.session}/se/log", {"type": "browser"})
        return [entry["message"] for entry in log if entry["level"] in ("WARNING", "SEVERE")]

    def requests(self):
        """The URLs that pages have asked for since it was asked, but for the pages themselves."""
        log = self._call("POST", f"/session/{self.session}/se/log", {"type": "performance"})
        events = [json.loads(entry["message"])["message"] for entry in log]
        return [event["params"]["request"]["url"] for event in events
                if event["method"] == "Network.requestWillBeSent"
                and event["params"].get("type") != "Document"]

    def screenshot(self, path, whole_page=True):
        picture = self.command("Page.captureScreenshot", captureBeyondViewport=whole_page)
        pathlib.Path(path).write_bytes(base64.b64decode(picture["data"]))

    def print(self, path):
        """As PDF, on A4."""
        pdf = self.command("Page.printToPDF", printBackground=True, paperWidth=8.27,
                           paperHeight=11.69)
        pathlib.Path(path).write_bytes(base64.b64decode(pdf["data"]))


if __name__ == "__main__":
    # browser.py PAGE WIDTH [light|dark] PICTURE: for those who want to look.
    import sys
    with Browser(width=int(sys.argv[2]), dark=sys.argv[3] == "dark") as looking:
        looking.open(os.path.abspath(sys.argv[1]))
        time.sleep(0.5)
        looking.screenshot(sys.argv[4])
        for message in looking.console():
            print(message)

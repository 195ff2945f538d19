// SPDX-License-Identifier: GPL-2.0-or-later
mod deep {
    use std::arch::asm;

    #[inline(always)]
    pub fn innermost(at: *mut i32) -> i32 {
        unsafe {
            asm!(
                ".pushsection .marks,\"\"",
                ".long 771f - outer",
                ".popsection",
                "771: nop"
            );
            at.read_volatile() + 1
        }
    }
}

#[inline(always)]
fn middle(at: *mut i32) -> i32 {
    deep::innermost(at) * 2
}

#[no_mangle]
#[inline(never)]
pub extern "C" fn outer(at: *mut i32) -> i32 {
    middle(at) + 3
}

fn main() {
    let mut number = 1;

    std::process::exit((outer(&mut number) != 7) as i32);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Call frame information: how to get from a function's registers to its caller's. */
#include "symbols/cfi.h"

#include <dwarf.h>
#include <string.h>

#define MOST_VALUES 32

struct machine {
	const struct cfi_frame *frame;
	uint64_t values[MOST_VALUES];
	size_t count;
};

bool cfi_read(const struct cfi_frame *frame, uint64_t address, uint64_t *value)
{
	uint64_t at = address - frame->stack_start;

	/* perf does not read the very last word of a copy. */
	if (address < frame->stack_start || at >= frame->stack_size ||
	    frame->stack_size - at <= frame->word)
		return false;
	*value = 0;
	memcpy(value, frame->stack + at, frame->word); /* little-endian, like this machine */
	return true;
}

static bool push(struct machine *machine, uint64_t value)
{
	if (machine->count == MOST_VALUES)
		return false;
	machine->values[machine->count++] = value;
	return true;
}

static bool push_register(struct machine *machine, uint64_t number, uint64_t offset)
{
	const struct cfi_frame *frame = machine->frame;

	if (number >= CFI_REGISTERS || !(frame->known >> number & 1))
		return false;
	return push(machine, frame->registers[number] + offset);
}

static bool combine(struct machine *machine, uint8_t atom)
{
	if (machine->count < 2)
		return false;

	uint64_t b = machine->values[--machine->count];
	uint64_t *a = &machine->values[machine->count - 1];

	switch (atom) {
	case DW_OP_and:
		*a &= b;
		return true;
	case DW_OP_or:
		*a |= b;
		return true;
	case DW_OP_xor:
		*a ^= b;
		return true;
	case DW_OP_plus:
		*a += b;
		return true;
	case DW_OP_minus:
		*a -= b;
		return true;
	case DW_OP_mul:
		*a *= b;
		return true;
	case DW_OP_shl:
		*a = b < 64 ? *a << b : 0;
		return true;
	case DW_OP_shr:
		*a = b < 64 ? *a >> b : 0;
		return true;
	case DW_OP_shra:
		*a = (uint64_t)((int64_t)*a >> (b < 64 ? b : 63));
		return true;
	case DW_OP_eq:
		*a = *a == b;
		return true;
	case DW_OP_ne:
		*a = *a != b;
		return true;
	case DW_OP_ge:
		*a = (int64_t)*a >= (int64_t)b;
		return true;
	case DW_OP_gt:
		*a = (int64_t)*a > (int64_t)b;
		return true;
	case DW_OP_le:
		*a = (int64_t)*a <= (int64_t)b;
		return true;
	case DW_OP_lt:
		*a = (int64_t)*a < (int64_t)b;
		return true;
	default:
		return false;
	}
}

static bool run(struct machine *machine, const Dwarf_Op *op)
{
	uint64_t *top = machine->count ? &machine->values[machine->count - 1] : NULL;

	if (op->atom >= DW_OP_lit0 && op->atom <= DW_OP_lit31)
		return push(machine, op->atom - DW_OP_lit0);
	if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31)
		return push_register(machine, op->atom - DW_OP_breg0, op->number);
	switch (op->atom) {
	case DW_OP_bregx:
		return push_register(machine, op->number, op->number2);
	case DW_OP_addr:
	case DW_OP_const1u:
	case DW_OP_const1s:
	case DW_OP_const2u:
	case DW_OP_const2s:
	case DW_OP_const4u:
	case DW_OP_const4s:
	case DW_OP_const8u:
	case DW_OP_const8s:
	case DW_OP_constu:
	case DW_OP_consts:
		return push(machine, op->number);
	case DW_OP_call_frame_cfa:
		return machine->frame->has_cfa && push(machine, machine->frame->cfa);
	case DW_OP_dup:
		return top && push(machine, *top);
	case DW_OP_drop:
		return top && machine->count--;
	case DW_OP_over:
		return machine->count > 1 && push(machine, top[-1]);
	case DW_OP_plus_uconst:
		return top && (*top += op->number, true);
	case DW_OP_neg:
		return top && (*top = -*top, true);
	case DW_OP_not:
		return top && (*top = ~*top, true);
	case DW_OP_deref:
		return top && cfi_read(machine->frame, *top, top);
	case DW_OP_nop:
		return true;
	default:
		return combine(machine, op->atom);
	}
}

bool cfi_value(const struct cfi_frame *frame, const Dwarf_Op *ops, size_t count, bool is_address,
	       uint64_t *value)
{
	struct machine machine = { .frame = frame };

	/* A place that is a register has its value. */
	if (count == 1 && ops->atom >= DW_OP_reg0 && ops->atom <= DW_OP_reg31) {
		*value = frame->registers[ops->atom - DW_OP_reg0];
		return frame->known >> (ops->atom - DW_OP_reg0) & 1;
	}
	if (count == 1 && ops->atom == DW_OP_regx && ops->number < CFI_REGISTERS) {
		*value = frame->registers[ops->number];
		return frame->known >> ops->number & 1;
	}
	for (size_t i = 0; i < count; i++) {
		if (ops[i].atom == DW_OP_stack_value && i + 1 == count)
			is_address = true;
		else if (!run(&machine, &ops[i]))
			return false;
	}
	if (!machine.count)
		return false;
	*value = machine.values[machine.count - 1];
	return is_address || cfi_read(frame, *value, value);
}

/* The caller's value of register @number, if the rules and the stack's copy give it. */
static bool caller_value(const struct cfi_frame *frame, Dwarf_Frame *rules, unsigned number,
			 uint64_t *value)
{
	Dwarf_Op memory[3], *ops;
	size_t count;

	if (dwarf_frame_register(rules, number, memory, &ops, &count))
		return false;
	if (!count && ops) /* undefined */
		return false;
	if (!count) { /* unchanged */
		*value = frame->registers[number];
		return frame->known >> number & 1;
	}
	return cfi_value(frame, ops, count, false, value);
}

/* The outermost function's return address is undefined (DWARF 5, 6.4.4). */
static bool returns_nowhere(Dwarf_Frame *rules, unsigned return_register)
{
	Dwarf_Op memory[3], *ops;
	size_t count;

	return !dwarf_frame_register(rules, (int)return_register, memory, &ops, &count) && !count &&
	       ops;
}

bool cfi_step(struct cfi_frame *frame, Dwarf_Frame *rules, unsigned return_register,
	      unsigned stack_register)
{
	struct cfi_frame caller = *frame;
	Dwarf_Op *ops;
	size_t count;

	frame->has_cfa = false;
	frame->is_outermost = returns_nowhere(rules, return_register);
	if (frame->is_outermost)
		return false;
	if (dwarf_frame_cfa(rules, &ops, &count) ||
	    !cfi_value(frame, ops, count, true, &frame->cfa))
		return false;
	frame->has_cfa = true;
	caller.known = 0;
	for (unsigned i = 0; i < CFI_REGISTERS; i++)
		if (caller_value(frame, rules, i, &caller.registers[i]))
			caller.known |= 1ull << i;
	caller.registers[stack_register] = frame->cfa;
	caller.known |= 1ull << stack_register;
	/* A frame that does not move the stack and returns to itself would never end. */
	if (!(caller.known >> return_register & 1) ||
	    (frame->cfa == frame->registers[stack_register] &&
	     caller.registers[return_register] == frame->registers[return_register]))
		return false;
	*frame = caller;
	return true;
}

/**
 * Atomic operations on memory, element by element, executed by a process that can access the
 * target.
 *
 * <pre>
 *   AtomicRun   (datatype, operation, count; addresses of target, operands, compares, results)
 *       |
 *   AtomicUnit.execute      one element at a time, atomically:
 *       |                     4 or 8 aligned bytes   compare-and-set on the memory itself
 *       |                     all others             under the stripe of the element's address
 *       v
 *   Elements.apply          old value, operand, compare --> new value
 *       |
 *       +-- IntegerElements   8 to 64 bits          +-- WideIntegerElements       128 bits
 *       +-- FloatElements     8 to 64 bits          +-- ExtendedElements          long double
 *       +-- ComplexElements   two floats            +-- ExtendedComplexElements   two of them
 * </pre>
 */
package dev.weft.atomic;

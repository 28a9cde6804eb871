/**
 * A hand-written WebAssembly module of one function, for the few hot loops that profit from SIMD. Opcodes: WebAssembly
 * Core Specification 2.0, "Binary Format".
 */
export interface OneFunction {
  /** Export name. */
  name: string;
  /** Number of parameters, 32-bit integers: locals 0 and up. */
  parameters: number;
  /** Integer locals, after the parameters. */
  integerLocals: number;
  /** 128-bit locals, after the integers. */
  vectorLocals: number;
  code: readonly number[];
}

/** WebAssembly memory of 64 KB pages; its buffer is replaced when it grows. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The parts of WebAssembly that Node's types lack. */
interface WebAssemblyParts {
  Memory: new (size: { initial: number }) => KernelMemory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: { env: { memory: KernelMemory } }) => { exports: unknown };
}

const { Memory, Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyParts }).WebAssembly;

export const PAGE_BYTES = 65_536;

export const kernelMemory = (pages = 1): KernelMemory => new Memory({ initial: pages });

/** The module's exports: an object with the function under its name. */
export function openFunction(written: OneFunction, memory: KernelMemory): unknown {
  return new Instance(new Module(moduleBytes(written)), { env: { memory } }).exports;
}

const I32 = 0x7f;
const V128 = 0x7b;
const NO_RESULT = 0x40;
const END = 0x0b;
const MEMORY_IMPORT = [...named('env'), ...named('memory')];

function moduleBytes({ name, parameters, integerLocals, vectorLocals, code }: OneFunction): Uint8Array<ArrayBuffer> {
  const body = [2, ...unsigned(integerLocals), I32, ...unsigned(vectorLocals), V128, ...code, END];
  return Uint8Array.from([
    0,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, [1, 0x60, parameters, ...new Array<number>(parameters).fill(I32), 0]),
    ...section(2, [1, ...MEMORY_IMPORT, 2, 0, 0]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...named(name), 0, 0]),
    ...section(10, [1, ...unsigned(body.length), ...body]),
  ]);
}

const section = (id: number, content: readonly number[]): number[] => [id, ...unsigned(content.length), ...content];

function named(name: string): number[] {
  return [name.length, ...Buffer.from(name)];
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

export const get = (local: number): number[] => [0x20, local];
export const set = (local: number): number[] => [0x21, local];
const tee = (local: number): number[] => [0x22, local];
/** From 0 to 8191: LEB128 with room for the sign. */
export const constant = (value: number): number[] => [
  0x41,
  ...(value < 64 ? [value] : [(value & 127) | 128, value >>> 7]),
];
export const plus = 0x6a;
const minus = 0x6b;
export const times = 0x6c;
const below = 0x49;
const branchIf = [0x0d, 0];
/** Loads 16 bytes from the address on the stack. */
export const loadVector = (offset = 0): number[] => [0xfd, 0x00, 4, ...unsigned(offset)];
export const loadFloat = (offset: number): number[] => [0x2a, 2, offset];
export const storeFloat = (offset: number): number[] => [0x38, 2, offset];
export const plusFloat = 0x92;
export const timesFloat = 0x94;
export const zeroVector = [0xfd, 0x0c, ...new Array<number>(16).fill(0)];
/** A lane of four floats. */
const lane = (at: number): number[] => [0xfd, 0x1f, at];

/** The sum of the four lanes of a float vector. */
export const sumOfLanes = (local: number): number[] =>
  [0, 1, 2, 3].flatMap((at) => [...get(local), ...lane(at), ...(at === 0 ? [] : [plusFloat])]);

/** Adds the value that `bytes` pushes to an address. */
export const advance = (local: number, bytes: readonly number[]): number[] => [
  ...get(local),
  ...bytes,
  plus,
  ...set(local),
];

/** A loop that runs `code` at least once, while the decremented `local` is above zero. */
export const downFrom = (local: number, code: readonly number[]): number[] => [
  0x03,
  NO_RESULT,
  ...code,
  ...get(local),
  ...constant(1),
  minus,
  ...tee(local),
  ...branchIf,
  END,
];

/** A loop over `local` from 0 below `end`, at least once. */
export const upTo = (local: number, end: number, step: number, code: readonly number[]): number[] => [
  ...constant(0),
  ...set(local),
  0x03,
  NO_RESULT,
  ...code,
  ...get(local),
  ...constant(step),
  plus,
  ...tee(local),
  ...get(end),
  below,
  ...branchIf,
  END,
];

/**
 * The part of WebAssembly that we use. TypeScript declares it only together with the DOM, which the
 * engine does not use. https://webassembly.github.io/spec/js-api/
 */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number; shared?: boolean });
    readonly buffer: ArrayBuffer;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
  /** Whether the bytes are a module, and this machine has all that it needs. */
  function validate(bytes: Uint8Array): boolean;
}

/**
 * The hot arithmetic of the network in AssemblyScript with SIMD; kernels.ts is its twin in plain
 * TypeScript and says what each argument is. Compiled by `npm run build` to `nnue.wasm`.
 *
 * All addresses and lengths are bytes. An accumulator is `length` bytes of 16-bit numbers, a multiple
 * of 64: loops take four vectors at a time, which also hides the latency of each.
 * https://www.assemblyscript.org/stdlib/globals.html#webassembly-simd
 */

export function evaluate(
  list: usize,
  own: usize,
  opponent: usize,
  weights: usize,
  length: usize,
): i32 {
  update(list, length);
  return half(own, weights, length) + half(opponent, weights + length, length);
}

/** Carries out the list of updates. */
function update(list: usize, length: usize): void {
  while (true) {
    const to: usize = load<u32>(list);
    if (to === 0) return;
    const from: usize = load<u32>(list, 4);
    const removed: usize = load<u32>(list, 8);
    const added: usize = load<u32>(list, 12);
    const rows = list + 16;
    list = rows + (removed + added) * 4;
    if (removed === 1 && added === 1) move(to, from, rows, length);
    else if (removed === 2 && added === 1) capture(to, from, rows, length);
    else sum(to, from, rows, rows + removed * 4, list, length);
  }
}

/** One row is replaced by another. */
function move(to: usize, from: usize, rows: usize, length: usize): void {
  let out: usize = load<u32>(rows);
  let into: usize = load<u32>(rows, 4);
  for (const end = from + length; from < end; ) {
    const a = i16x8.sub(v128.load(from), v128.load(out));
    const b = i16x8.sub(v128.load(from, 16), v128.load(out, 16));
    const c = i16x8.sub(v128.load(from, 32), v128.load(out, 32));
    const d = i16x8.sub(v128.load(from, 48), v128.load(out, 48));
    v128.store(to, i16x8.add(a, v128.load(into)));
    v128.store(to, i16x8.add(b, v128.load(into, 16)), 16);
    v128.store(to, i16x8.add(c, v128.load(into, 32)), 32);
    v128.store(to, i16x8.add(d, v128.load(into, 48)), 48);
    from += 64;
    to += 64;
    out += 64;
    into += 64;
  }
}

/** Two rows are replaced by one. */
function capture(to: usize, from: usize, rows: usize, length: usize): void {
  let out: usize = load<u32>(rows);
  let taken: usize = load<u32>(rows, 4);
  let into: usize = load<u32>(rows, 8);
  for (const end = from + length; from < end; ) {
    const a = i16x8.sub(i16x8.sub(v128.load(from), v128.load(out)), v128.load(taken));
    const b = i16x8.sub(i16x8.sub(v128.load(from, 16), v128.load(out, 16)), v128.load(taken, 16));
    const c = i16x8.sub(i16x8.sub(v128.load(from, 32), v128.load(out, 32)), v128.load(taken, 32));
    const d = i16x8.sub(i16x8.sub(v128.load(from, 48), v128.load(out, 48)), v128.load(taken, 48));
    v128.store(to, i16x8.add(a, v128.load(into)));
    v128.store(to, i16x8.add(b, v128.load(into, 16)), 16);
    v128.store(to, i16x8.add(c, v128.load(into, 32)), 32);
    v128.store(to, i16x8.add(d, v128.load(into, 48)), 48);
    from += 64;
    to += 64;
    out += 64;
    taken += 64;
    into += 64;
  }
}

/** Any number of rows: those from `removed` on are subtracted, those from `added` to `end` added. */
function sum(
  to: usize,
  from: usize,
  removed: usize,
  added: usize,
  end: usize,
  length: usize,
): void {
  for (let at: usize = 0; at < length; at += 64) {
    let a = v128.load(from + at);
    let b = v128.load(from + at, 16);
    let c = v128.load(from + at, 32);
    let d = v128.load(from + at, 48);
    for (let i = removed; i < added; i += 4) {
      const row = <usize>load<u32>(i) + at;
      a = i16x8.sub(a, v128.load(row));
      b = i16x8.sub(b, v128.load(row, 16));
      c = i16x8.sub(c, v128.load(row, 32));
      d = i16x8.sub(d, v128.load(row, 48));
    }
    for (let i = added; i < end; i += 4) {
      const row = <usize>load<u32>(i) + at;
      a = i16x8.add(a, v128.load(row));
      b = i16x8.add(b, v128.load(row, 16));
      c = i16x8.add(c, v128.load(row, 32));
      d = i16x8.add(d, v128.load(row, 48));
    }
    v128.store(to + at, a);
    v128.store(to + at, b, 16);
    v128.store(to + at, c, 32);
    v128.store(to + at, d, 48);
  }
}

/** What one accumulator adds to the output: the sum of clamp(value, 0, 255)² × weight. */
function half(accumulator: usize, weights: usize, length: usize): i32 {
  let a = i32x4.splat(0);
  let b = i32x4.splat(0);
  let c = i32x4.splat(0);
  let d = i32x4.splat(0);
  for (const end = accumulator + length; accumulator < end; ) {
    a = i32x4.add(a, weigh(v128.load(accumulator), v128.load(weights)));
    b = i32x4.add(b, weigh(v128.load(accumulator, 16), v128.load(weights, 16)));
    c = i32x4.add(c, weigh(v128.load(accumulator, 32), v128.load(weights, 32)));
    d = i32x4.add(d, weigh(v128.load(accumulator, 48), v128.load(weights, 48)));
    accumulator += 64;
    weights += 64;
  }
  const all = i32x4.add(i32x4.add(a, b), i32x4.add(c, d));
  return (
    i32x4.extract_lane(all, 0) +
    i32x4.extract_lane(all, 1) +
    i32x4.extract_lane(all, 2) +
    i32x4.extract_lane(all, 3)
  );
}

/** (v × w) × v of eight neurons, added up in pairs. `v × w` fits 16 bits because |w| <= 127. */
function weigh(values: v128, weights: v128): v128 {
  const v = i16x8.min_s(i16x8.max_s(values, i16x8.splat(0)), i16x8.splat(255));
  return i32x4.dot_i16x8_s(i16x8.mul(v, weights), v);
}

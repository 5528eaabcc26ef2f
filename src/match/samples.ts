/** Measurements, of which the latest 16,384 are kept: enough for a median and a tail. */
export class Samples {
  private readonly values = new Float64Array(1 << 14);
  /** The number of measurements so far. */
  count = 0;

  add(value: number): void {
    this.values[this.count % this.values.length] = value;
    this.count++;
  }

  /** The value that a share (0 to 1) of the measurements does not exceed; 0 if there are none. */
  quantile(share: number): number {
    const kept = Math.min(this.count, this.values.length);
    const sorted = this.values.slice(0, kept).sort();
    return sorted[Math.max(0, Math.ceil(share * kept) - 1)] ?? 0;
  }
}

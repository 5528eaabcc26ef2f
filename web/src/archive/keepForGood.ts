/**
 * Browsers may delete what a page keeps when the disk is full, unless it asks them not to.
 * https://developer.mozilla.org/en-US/docs/Web/API/Storage_API/Storage_quotas_and_eviction_criteria
 */

/** Asks the browser to delete nothing. Only as an installed app: in a tab, Firefox would ask the user. */
export function keepForGood(): void {
  if (!matchMedia('(display-mode: standalone)').matches) return;
  navigator.storage?.persist?.().catch(() => {});
}

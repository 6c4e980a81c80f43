/** Seconds until a provider is asked again to change an address of call-backs: short at first, hourly in the end. */
export const againSeconds = (tries: number): number => Math.min(10 * 2 ** tries, 3_600)

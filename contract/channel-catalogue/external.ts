import type { CatalogueEntry } from './entry.ts'

/** Channels that only reconcile: their settlement files are read, and no payment goes through them. */
export const external: readonly CatalogueEntry[] = []

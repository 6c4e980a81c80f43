import type { ThirdPartyUpload } from '#contract/third-party.ts'

/** How the sheets of a source are read, as it is kept. */
export type KeptMapping = ThirdPartyUpload['mapping']

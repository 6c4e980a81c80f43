/** The body of an export as it was asked for, before it is decoded. */
export type KeptRequest = Record<string, unknown>

/** Archives that were asked for here and whose dialogue is open: their files are saved as soon as they are ready. */
const awaited = new Set<string>()

export const awaitArchive = (archiveId: string): void => void awaited.add(archiveId)
/** Whether an archive is waited for; from now on it is not. */
export const takeAwaited = (archiveId: string): boolean => awaited.delete(archiveId)

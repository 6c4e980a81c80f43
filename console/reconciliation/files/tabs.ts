/** The tabs of one file. */
export const fileTabs = ['overview', 'rows', 'original', 'versions', 'history'] as const
export type FileTab = (typeof fileTabs)[number]

/** The tabs of one settlement. */
export const remittanceTabs = ['overview', 'items', 'postings', 'history'] as const

/** The tabs of one settlement. */
export const settlementTabs = ['overview', 'lines', 'postings', 'history'] as const

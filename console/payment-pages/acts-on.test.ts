import { describe, expect, it } from 'vitest'
import { actsOn, pageActs } from './acts-on.ts'

describe('the acts on a page', () => {
  it('offers who may only look nothing that changes the page', () => {
    for (const status of ['activated', 'deactivated', 'cancelled'] as const)
      expect(actsOn({ status, stock_available: 3 }, false)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/edit|stock|duplicate|activate|deactivate|cancel/)]),
      )
  })

  it('offers the way back of each state, and never the state that it has', () => {
    expect(actsOn({ status: 'activated', stock_available: null }, true)).toContain('deactivate')
    expect(actsOn({ status: 'activated', stock_available: null }, true)).not.toContain('activate')
    expect(actsOn({ status: 'deactivated', stock_available: null }, true)).toContain('activate')
    expect(actsOn({ status: 'deactivated', stock_available: null }, true)).not.toContain('deactivate')
  })

  it('changes the stock only where there is a limit, a sold-out one too', () => {
    expect(actsOn({ status: 'activated', stock_available: 0 }, true)).toContain('stock')
    expect(actsOn({ status: 'activated', stock_available: null }, true)).not.toContain('stock')
  })

  it('leaves of a cancelled page what shows it and what makes another of it', () => {
    expect(actsOn({ status: 'cancelled', stock_available: 3 }, true)).toEqual(['open', 'duplicate'])
  })

  it('keeps the order of the menu, the end of a page last', () => {
    const offered = actsOn({ status: 'deactivated', stock_available: 3 }, true)
    expect(offered).toEqual(pageActs.filter((act) => offered.includes(act)))
    expect(offered.at(-1)).toBe('cancel')
  })
})

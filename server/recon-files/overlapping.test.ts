import { afterAll, beforeAll, expect, it } from 'vitest'
import { openReconciling, settlementOf, type Line, type Reconciling } from './fixtures.ts'

let recon: Reconciling
beforeAll(async () => {
  recon = await openReconciling()
  // Lines are known by all of themselves, so that equal ones count.
  await recon.saveMapping({ reading: { identity: undefined } })
})
afterAll(() => recon.close())

const lines: Line[] = ['g1', 'g2', 'g2', 'g2', 'g3', 'g4'].map((ref) => ({ ref }))
/** The whole; two pieces with a line in common; one that has an equal line less. */
const pieces = [lines.slice(0, 4), lines.slice(2), [lines[1], lines[2], lines[5]] as Line[]]
const whole = ['g1 10 1', 'g2 10 1', 'g2 10 2', 'g2 10 3', 'g3 10 1', 'g4 10 1']

it('has the same records of overlapping pieces, whatever their order, and of equal lines the most of any one file', async () => {
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
  ]) {
    const files: string[] = []
    for (const at of order)
      files.push((await recon.loadHere(settlementOf(pieces[at] ?? []), `piece-${at}.csv`)).recon_id)
    expect(await recon.counting()).toEqual(whole)
    for (const id of files) expect((await recon.act(id, 'withdraw')).status).toBe(200)
    await recon.work()
    expect(await recon.counting()).toEqual([])
  }
})

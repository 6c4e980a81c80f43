import { expect, it } from 'vitest'
import type { Ctx } from './ctx.ts'
import { once } from './once.ts'

const ctxOf = (merchantId: string, tx = {}) => ({ tx, owner: { merchantId, environment: 'sandbox' } }) as unknown as Ctx

it('reads once in a transaction, for each owner and name, and again what failed', async () => {
  const ctx = ctxOf('A')
  let read = 0
  const next = () => Promise.resolve((read += 1))
  expect(await Promise.all([once(ctx, 'x', next), once(ctx, 'x', next)])).toEqual([1, 1])
  expect(await once(ctx, 'y', next)).toBe(2)
  expect(await once(ctxOf('B', ctx.tx), 'x', next)).toBe(3)
  expect(await once(ctxOf('A'), 'x', next)).toBe(4)
  await expect(once(ctx, 'z', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await once(ctx, 'z', next)).toBe(5)
})

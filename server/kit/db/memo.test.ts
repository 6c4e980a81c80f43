import { expect, it } from 'vitest'
import type { Ctx } from '#server/kit/ctx.ts'
import { memo } from './memo.ts'

const ctxOf = (merchantId: string, tx = {}) => ({ tx, owner: { merchantId, environment: 'sandbox' } }) as unknown as Ctx

it('reads once in a transaction, for each owner and name, and again what failed', async () => {
  const ctx = ctxOf('A')
  let read = 0
  const next = () => Promise.resolve((read += 1))
  expect(await Promise.all([memo(ctx, 'x', next), memo(ctx, 'x', next)])).toEqual([1, 1])
  expect(await memo(ctx, 'y', next)).toBe(2)
  expect(await memo(ctxOf('B', ctx.tx), 'x', next)).toBe(3)
  expect(await memo(ctxOf('A'), 'x', next)).toBe(4)
  await expect(memo(ctx, 'z', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await memo(ctx, 'z', next)).toBe(5)
})

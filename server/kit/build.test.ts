import { expect, it } from 'vitest'
import { build, statement, type Places } from './build.ts'

it('puts a statement together once, and each use brings its own values, wherever they stand', () => {
  let made = 0
  const find = statement((given: Places<{ id: string; from: Date }>) => {
    made += 1
    return build
      .selectFrom('merchants')
      .select('name')
      .where('merchant_id', '=', given.id)
      .where('created_at', '>', given.from)
      .where('status', '=', 'ACTIVE')
      .where((where) => where.or([where('master_id', '=', given.id), where('master_id', 'is', null)]))
  })
  const [one, other] = [new Date(1), new Date(2)]
  const first = find({ id: 'A', from: one })
  const second = find({ id: 'B', from: other })
  expect(made).toBe(1)
  expect(second.sql).toBe(first.sql)
  expect(first.parameters).toEqual(['A', one, 'ACTIVE', 'A'])
  expect(second.parameters).toEqual(['B', other, 'ACTIVE', 'B'])
})

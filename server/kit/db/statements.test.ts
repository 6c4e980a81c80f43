import { expect, it } from 'vitest'
import { asRow, build, statement, type Places } from './statements.ts'

it('builds a text once, and each use brings its own values', () => {
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

it('builds one text for each set of values that are present', () => {
  let made = 0
  const change = statement(({ id, ...facts }: Places<{ id: string; name?: string | undefined; email?: string }>) => {
    made += 1
    return build.updateTable('merchants').set(asRow(facts)).where('merchant_id', '=', id)
  })
  const named = change({ id: 'A', name: 'Acme' })
  expect(named.sql).toBe('update "merchants" set "name" = $1 where "merchant_id" = $2')
  expect(change({ id: 'B', name: 'Borneo' })).toMatchObject({ sql: named.sql, parameters: ['Borneo', 'B'] })
  expect(made).toBe(1)
  // A column without a value is not written.
  const mailed = change({ id: 'C', name: undefined, email: 'c@example.com' })
  expect(mailed.sql).toBe('update "merchants" set "email" = $1 where "merchant_id" = $2')
  expect(mailed.parameters).toEqual(['c@example.com', 'C'])
  expect(made).toBe(2)
})

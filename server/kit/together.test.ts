import { expect, test } from 'vitest'
import { together } from './together.ts'

const row = (...parameters: unknown[]) => ({ sql: 'insert into a (b, c) values ($1, $2)', parameters })
const update = (...parameters: unknown[]) => ({ sql: 'update d set e = $2 where f = $1 and $2 > 0', parameters })

test('one change is asked as it is', () => {
  expect(together([row(1, 2)])).toEqual(row(1, 2))
})

test('each part counts its values from where the one before ended', () => {
  expect(together([update(1, 2), row(3, 4), update(5, 6)])).toEqual({
    sql: 'with part_0 as (update d set e = $2 where f = $1 and $2 > 0), part_1 as (insert into a (b, c) values ($3, $4)) update d set e = $6 where f = $5 and $6 > 0',
    parameters: [1, 2, 3, 4, 5, 6],
  })
})

test('rows for the same columns are one insert, wherever they stood', () => {
  expect(together([row(1, 2), update(3, 4), row(5, 6)])).toEqual({
    sql: 'with part_0 as (insert into a (b, c) values ($1, $2), ($3, $4)) update d set e = $6 where f = $5 and $6 > 0',
    parameters: [1, 2, 5, 6, 3, 4],
  })
  expect(together([row(1, 2), row(3, 4)]).sql).toBe('insert into a (b, c) values ($1, $2), ($3, $4)')
})

test('inserts that are more than a row stay by themselves', () => {
  for (const more of ['insert into a (b) values (lower($1))', 'insert into a (b) values ($1) on conflict do nothing']) {
    const { sql } = together([1, 2].map((value) => ({ sql: more, parameters: [value] })))
    expect(sql).toBe(`with part_0 as (${more}) ${more.replace('$1', '$2')}`)
  }
})

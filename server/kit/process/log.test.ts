import { Writable } from 'node:stream'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { createLog, describeError, withoutSecrets } from './log.ts'

describe('a line of the log', () => {
  test.each([
    ['Authorization: Bearer abc.def-ghi', 'Authorization: Bearer [hidden]'],
    ['postgres://owner:p%40ss@db:5432/gateway', 'postgres://owner:[hidden]@db:5432/gateway'],
    ['the secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'the secret whsec_[hidden]'],
    ['sk_test_0123456789abcdef', 'sk_[hidden]'],
    [`token ${'aZ0_-'.repeat(8)}abc.`, 'token [hidden].'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', '[hidden]'],
    ['card 4242 4242 4242 4242 declined', 'card [card] declined'],
    ['"pan":"5555555555554444"', '"pan":"[card]"'],
    ['378282246310005', '[card]'],
  ])('holds no %s', (given, logged) => {
    expect(withoutSecrets(given)).toBe(logged)
  })

  test.each([
    ['4242424242424241 does not pass the check', '4242424242424241 does not pass the check'],
    ['2026-11-20T15:30:34.652Z', '2026-11-20T15:30:34.652Z'],
    ['01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8057'],
  ])('keeps %s', (given, logged) => {
    expect(withoutSecrets(given)).toBe(logged)
  })

  test('tells of a database error what went wrong, and not whose values it was about', () => {
    const error = Object.assign(new pg.DatabaseError('invalid input syntax for type uuid: "hunter2"', 1, 'error'), {
      severity: 'ERROR',
      code: '22P02',
      detail: 'Key (email)=(ada@shop.example) already exists.',
      table: 'logins',
      internalQuery: 'select hunter2',
    })
    const described = describeError(new Error('outer', { cause: error }))
    expect(described).toMatchObject({ message: 'outer', cause: { code: '22P02', table: 'logins' } })
    expect(JSON.stringify(described)).not.toMatch(/hunter2|ada@/)
  })

  test('is one JSON object with its time, and passes through the same sieve whatever it says', () => {
    const lines: string[] = []
    const to = new Writable({ write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()) })
    const log = createLog({ level: 'info', role: 'api' }, to)
    log.info({ header: 'Bearer abcdefghijklmnop' }, 'card 4242424242424242')
    log.debug('not at this level')
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 30,
      role: 'api',
      header: 'Bearer [hidden]',
      msg: 'card [card]',
      time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    })
  })
})

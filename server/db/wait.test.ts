import { DatabaseError } from 'pg'
import { describe, expect, test } from 'vitest'
import { ServerError } from './check-server.ts'
import { isAway, whenDatabaseAnswers } from './wait.ts'

const refused = () =>
  new ServerError('cannot be reached', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) })
const sqlState = (code: string) => Object.assign(new DatabaseError('no', 2, 'error'), { code })
const never = new AbortController().signal

describe('a start that needs PostgreSQL', () => {
  test('goes on once it is there, and has said on one line what it waited for', async () => {
    const said: string[] = []
    let tries = 0
    const work = async () => {
      tries += 1
      if (tries === 1) throw refused()
      // Accepts connections, and is still starting up.
      if (tries === 2) throw sqlState('57P03')
      return 'there'
    }
    expect(
      await whenDatabaseAnswers(work, { waitSeconds: 10, say: (line) => void said.push(line), signal: never }),
    ).toBe('there')
    expect(said).toEqual(['cannot be reached: waiting for it, 10 s at most'])
  })

  test('fails with the reason when it has waited long enough', async () => {
    const failing = whenDatabaseAnswers(() => Promise.reject(refused()), { waitSeconds: 0, say() {}, signal: never })
    await expect(failing).rejects.toThrow('cannot be reached')
  })

  test.each(['28P01', '28000', '3D000', '42501'])('does not wait for what will not get better: %s', async (code) => {
    let tries = 0
    const work = async () => {
      tries += 1
      throw sqlState(code)
    }
    await expect(whenDatabaseAnswers(work, { waitSeconds: 10, say() {}, signal: never })).rejects.toThrow('no')
    expect(tries).toBe(1)
  })

  test.each(['57P01', '57P02', '57P03', '53300', '08006'])('waits for what will: %s', (code) => {
    expect(isAway(sqlState(code))).toBe(true)
  })

  test('stops waiting when the process is to stop', async () => {
    const stopping = new AbortController()
    const waiting = whenDatabaseAnswers(() => Promise.reject(refused()), {
      waitSeconds: 600,
      say: () => stopping.abort(),
      signal: stopping.signal,
    })
    await expect(waiting).rejects.toThrow('aborted')
  })
})

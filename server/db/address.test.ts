import fc from 'fast-check'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { AddressError, asUser, databaseAddress, userOf } from './address.ts'

const read = (address: string) => new Client({ connectionString: address }) as unknown as Read
interface Read {
  user: string
  password: string
  host: string
  database: string
  ssl: false | { rejectUnauthorized?: boolean; checkServerIdentity?: unknown }
}

describe('the address of a database', () => {
  test('any user and password arrive at the driver as they are', () => {
    const word = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text.isWellFormed())
    fc.assert(
      fc.property(word, word, (user, password) => {
        const encoded = `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@db.example.com/gateway`
        for (const address of [
          databaseAddress(encoded),
          asUser('postgres://a:b@db.example.com/gateway', user, password),
        ]) {
          const client = read(address)
          expect([client.user, client.password, client.host]).toEqual([user, password, 'db.example.com'])
          expect(userOf(address)).toBe(user)
        }
      }),
    )
  })

  test.each([
    ['pa%ss', 'pa%ss'],
    ['p@ss:w%2Ford', 'p@ss:w/ord'],
    ['100% sure', '100% sure'],
    ["it's%20%25", "it's %"],
  ])('what was not encoded, and need not be, is taken as it is: %s', (written, meant) => {
    expect(read(databaseAddress(`postgres://owner:${written}@db/gateway`)).password).toBe(meant)
  })

  test('TLS is as PostgreSQL means it', () => {
    const ssl = (parameters: string) => read(databaseAddress(`postgres://o:p@db.example.com/gateway${parameters}`)).ssl
    expect(ssl('')).toBe(false)
    expect(ssl('?sslmode=disable')).toBe(false)
    expect(ssl('?sslmode=require')).toEqual({ rejectUnauthorized: false })
    expect(ssl('?sslmode=verify-full')).toEqual({})
    expect(ssl('?sslmode=verify-full&sslrootcert=system')).toEqual({})
  })

  test.each([
    ['postgres://o:secret@db/gateway?sslmode=verify-ca', 'needs sslrootcert for verify-ca'],
    ['postgres://o:secret@db/gateway?sslrootcert=/ca.pem', 'has sslrootcert but no sslmode: add verify-full'],
    ['postgres://o:secret@db/gateway?options=-c', 'knows no options, only'],
    ['postgres://o:secret@db', 'must be such as'],
    ['host=db dbname=testApp', 'must be such as'],
  ])('refused rather than half heeded: %s', (given, line) => {
    expect(() => databaseAddress(given)).toThrow(AddressError)
    expect(() => databaseAddress(given)).toThrow(line)
    expect(() => databaseAddress(given)).not.toThrow('secret')
  })

  test('a folder with a socket will do', () => {
    expect(read(databaseAddress('postgres://o@%2Frun%2Fpostgresql/gateway')).host).toBe('/run/postgresql')
  })
})

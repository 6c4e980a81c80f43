import Client from 'ssh2-sftp-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSettlement, twoDays, type TestSettlement } from './fixtures.ts'
import { newSshPair } from '#server/kit/secrets/ssh-pair.ts'

/** The simulator's SFTP server as a client sees it. */
let settled: TestSettlement
let client: Client
beforeAll(async () => {
  settled = await openSettlement(twoDays)
  client = new Client()
  await client.connect(optionsOf())
})
afterAll(async () => {
  await client.end()
  await settled.close()
})
const optionsOf = (): Client.ConnectOptions => ({
  host: '127.0.0.1',
  port: settled.sftpPort,
  username: 'acme',
  password: settled.password(),
  retries: 0,
})

/** Connects, works and goes; the host key that was met is kept in `met`. */
async function connected<T>(
  work: (client: Client) => Promise<T>,
  more: Client.ConnectOptions = {},
  met: string[] = [],
): Promise<T> {
  const own = new Client()
  try {
    await own.connect({ ...optionsOf(), hostVerifier: (key: Buffer) => met.push(key.toString('base64')) > 0, ...more })
    return await work(own)
  } finally {
    await own.end()
  }
}
const csv = '/settlement/settlement_acme_20261117_01.csv'
const moved = '/settlement/done/settlement_acme_20261118_01.csv'

describe('the SFTP server', () => {
  it('lists each account its folders and files, and serves what the files are', async () => {
    expect((await client.list('/')).map(({ name, type }) => `${type} ${name}`)).toEqual([
      'd adyen',
      'd bank',
      'd paypal',
      'd settlement',
    ])
    const [first] = await client.list('/settlement')
    const file = await settled.file(csv)
    expect(first).toMatchObject({ type: '-', name: 'settlement_acme_20261117_01.csv', size: file.length })
    expect(first?.modifyTime).toBe(new Date('2026-11-18T00:00:00Z').getTime())
    expect(await client.get(csv)).toEqual(file)
    expect(await client.exists('/settlement/../etc/passwd')).toBe(false)
    await connected(async (own) => expect(await own.list('/settlement')).toEqual([]), {
      username: 'borneo',
      password: settled.password('borneo'),
    })
  })

  it('has a growing file grow with each look until it is whole', async () => {
    const path = '/paypal/STL-20261117.01.009.csv'
    const whole = (await settled.file(path)).length
    await settled.post('/v1/control/settlement/accounts/acme/flaws', {
      kind: 'growing',
      day: '2026-11-17',
      shapes: ['paypal'],
    })
    const looks: number[] = []
    for (let look = 0; look < 5; look++) looks.push((await client.stat(path)).size)
    expect(looks).toEqual([0.25, 0.5, 0.75, 1, 1].map((share) => Math.floor(whole * share)))
  })

  it.each([[{ password: 'wrong' }], [{ username: 'borneo' }], [{ username: '../acme' }]])(
    'lets nobody in with %j',
    async (wrong) => {
      await expect(connected(async () => 'in', wrong)).rejects.toThrow('authentication')
    },
  )

  it('lets in a key that the account was given, and no other', async () => {
    const [pair, other] = [newSshPair(), newSshPair()]
    await settled.post('/v1/control/settlement/accounts/acme', { public_key: pair.public })
    const by = (privateKey: string) => connected(async () => 'in', { password: 'not this one', privateKey })
    expect(await by(pair.private)).toBe('in')
    await expect(by(other.private)).rejects.toThrow('authentication')
  })

  it('takes nothing and removes nothing; a file may be moved to another folder', async () => {
    await expect(client.put(Buffer.from('x'), '/settlement/x.csv')).rejects.toThrow()
    await expect(client.delete(csv)).rejects.toThrow()
    await client.mkdir('/settlement/done', true)
    await client.rename('/settlement/settlement_acme_20261118_01.csv', moved)
    expect((await client.list('/settlement/done')).map(({ name }) => name)).toEqual(['settlement_acme_20261118_01.csv'])
    expect(await client.exists('/settlement/settlement_acme_20261118_01.csv')).toBe(false)
    await expect(client.rename(csv, moved)).rejects.toThrow()
  })

  it('keeps its host key and where files are over a restart, and changes the key on demand, also for who is connected', async () => {
    const met: string[] = []
    await connected(async () => undefined, {}, met)
    await settled.restart()
    await connected(
      async (own) => {
        expect(await own.exists(moved)).toBe('-')
        const ended = new Promise<void>((resolve) => own.on('close', () => resolve()))
        const { json } = await settled.post('/v1/control/settlement/host-key')
        await ended
        expect(json['fingerprint']).toMatch(/^SHA256:/)
      },
      {},
      met,
    )
    await connected(async () => undefined, {}, met)
    expect(met[1]).toBe(met[0])
    expect(met[2]).not.toBe(met[0])
    const { bytes } = await settled.get('/v1/control/settlement')
    expect(bytes.toString()).toContain(`ssh-ed25519 ${met[2]}`)
  })
})

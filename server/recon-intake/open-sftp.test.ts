import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startSftpServer, type TestSftpServer } from '#test/sftp-server.ts'
import { openSftp, type SftpServer } from './open-sftp.ts'
import { newSshPair } from '#server/kit/secrets/ssh-pair.ts'

let server: TestSftpServer
beforeAll(async () => {
  server = await startSftpServer()
})
afterEach(() => {
  server.faults = {}
  server.files.clear()
})
afterAll(() => server.close())

const asked = (changes: Partial<SftpServer> = {}): SftpServer => ({
  host: '127.0.0.1',
  port: server.port,
  folder: '/out',
  username: 'recon',
  secret: { password: 'right-password' },
  pinned: server.fingerprint(),
  allowLoopback: true,
  ...changes,
})
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { fault?: string }) => error.fault,
  )

describe('an SFTP server', () => {
  it('is listed: regular files, odd names apart, links and folders only counted', async () => {
    server.put('/out/a.csv', 'a')
    server.put('/out/../../etc/passwd', 'x')
    server.put('/out/b\u0000c.csv', 'x')
    server.files.set('/out/link.csv', { content: Buffer.from('x'), modified: 1, kind: 'link' })
    server.files.set('/out/sub', { content: Buffer.alloc(0), modified: 1, kind: 'folder' })
    const session = await openSftp(asked())
    const listing = await session.list('/out')
    session.close()
    expect(listing.files).toEqual([
      { name: 'a.csv', path: '/out/a.csv', size: 1, modifiedAt: new Date('2026-01-01T00:00:00Z') },
    ])
    expect(listing.odd.map(({ name }) => name)).toEqual(['../../etc/passwd', 'b\u0000c.csv'])
    expect(listing.others).toBe(2)
  })

  it('with 10,000 names is read whole', async () => {
    for (let at = 0; at < 10_000; at++) server.put(`/out/report-${at}.csv`, 'x')
    const session = await openSftp(asked())
    expect((await session.list('/out')).files).toHaveLength(10_000)
    session.close()
  })

  it('gives the bytes of a file from any offset, in answers of any length', async () => {
    const content = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 251))
    server.put('/out/a.bin', content)
    const session = await openSftp(asked())
    const read = (offset: number, bytes: number) => session.read('/out/a.bin', (part) => part(offset, bytes))
    expect((await read(0, 200_000)).equals(content)).toBe(true)
    expect((await read(33_000, 40_000)).equals(content.subarray(33_000, 73_000))).toBe(true)
    expect(await read(100_000, 10)).toHaveLength(0)
    server.faults.oneByteReads = true
    expect((await read(5, 100)).equals(content.subarray(5, 105))).toBe(true)
    session.close()
  })

  it('lets in by our key alone, without a password', async () => {
    const pair = newSshPair()
    expect(await faultOf(openSftp(asked({ secret: { privateKey: pair.private } })))).toBe('login_refused')
    server.authorized.push(pair.public)
    const session = await openSftp(asked({ secret: { privateKey: pair.private } }))
    session.close()
  })

  it('refuses a wrong password, and says so', async () => {
    expect(await faultOf(openSftp(asked({ secret: { password: 'wrong' } })))).toBe('login_refused')
  })

  it('whose key is not pinned, or another, gets no password', async () => {
    server.seen.passwords.length = 0
    expect(await faultOf(openSftp(asked({ pinned: '' })))).toBe('host_key_unpinned')
    const wrong = openSftp(asked({ pinned: `SHA256:${'A'.repeat(43)}` }))
    await expect(wrong).rejects.toMatchObject({
      fault: 'host_key_changed',
      hostKey: { type: 'ssh-ed25519', fingerprint: server.fingerprint() },
    })
    expect(server.seen.passwords).toEqual([])
  })

  it('that shows another key on the open connection is left at once', async () => {
    server.put('/out/a.bin', Buffer.alloc(3_000_000, 1))
    server.faults.rekeyAtByte = 1_000_000
    const session = await openSftp(asked())
    const reading = session.read('/out/a.bin', async (part) => {
      for (let offset = 0; offset < 3_000_000; offset += 500_000) await part(offset, 500_000)
    })
    await expect(reading).rejects.toMatchObject({ fault: 'host_key_changed' })
    expect(server.seen.bytes).toBeLessThan(2_500_000)
  })

  it('that cuts the connection fails what is under way, and nothing waits for ever', async () => {
    server.put('/out/a.bin', Buffer.alloc(1_000_000, 1))
    server.faults.cutAfterBytes = 300_000
    const session = await openSftp(asked())
    expect(await faultOf(session.read('/out/a.bin', (part) => part(0, 1_000_000)))).toBe('broken')
    expect(await faultOf(session.list('/out'))).toBe('broken')
  })

  it.each([
    ['10.0.0.1', undefined, 'address_refused'],
    ['::ffff:127.0.0.1', undefined, 'address_refused'],
    ['sftp.example.com', ['169.254.169.254', '192.168.1.1'], 'address_refused'],
    ['sftp.example.com', [], 'name_unknown'],
  ])('at %s (%j) is not connected to', async (host, addresses, fault) => {
    const resolve = addresses && (() => Promise.resolve(addresses))
    expect(await faultOf(openSftp(asked({ host }), resolve ? { resolve } : {}))).toBe(fault)
  })

  it('on this machine is not connected to where that is not allowed, whatever was saved', async () => {
    expect(await faultOf(openSftp(asked({ allowLoopback: false })))).toBe('address_refused')
    expect(await faultOf(openSftp(asked({ host: 'localhost', allowLoopback: false })))).toBe('address_refused')
  })

  it('that nobody is at, and a folder that is none, say so', async () => {
    expect(await faultOf(openSftp(asked({ port: 1_024 })))).toBe('unreachable')
    const session = await openSftp(asked())
    expect(await faultOf(session.list('/nowhere'))).toBe('no_folder')
    session.close()
  })
})

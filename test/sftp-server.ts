import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import ssh2, { type Connection, type SFTPWrapper, type Server as SshServer } from 'ssh2'
import { newSshPair } from '#server/kit/secrets/ssh-pair.ts'

const { Server, utils } = ssh2
const { STATUS_CODE } = utils.sftp

/** A file of the server, or something that is none: a link or a folder. */
export interface ServedFile {
  content: Buffer
  /** Seconds since 1970. */
  modified: number
  kind?: 'file' | 'link' | 'folder'
}

/** What the server does wrong; absent for a good one. */
export interface SftpFaults {
  /** Ends the connection once so many bytes of files have been sent over it. */
  cutAfterBytes?: number
  /** Shows another host key in an exchange of keys on the open connection, before it sends the byte of this number. */
  rekeyAtByte?: number
  /** Answers reads with one byte each. */
  oneByteReads?: boolean
  /** Never answers a read. */
  silent?: boolean
}

/** A real SFTP server on this machine with files in memory, for tests: it does on demand what servers do wrong. */
export interface TestSftpServer {
  port: number
  /** By their path; the name of a file is what follows its folder, whatever it is. */
  files: Map<string, ServedFile>
  faults: SftpFaults
  password: string
  /** The public keys that it lets in, as `authorized_keys` has them. */
  authorized: string[]
  /** The digest of the host key that it shows, as OpenSSH prints it. */
  fingerprint(): string
  changeHostKey(): void
  put(path: string, content: string | Buffer, modified?: number): void
  /** Connections that were let in, passwords that were tried, bytes of files sent and renames done. */
  seen: { logins: number; passwords: string[]; bytes: number; opened: string[]; most: number; renames: string[] }
  close(): Promise<void>
}

export async function startSftpServer({ user = 'recon', password = 'right-password' } = {}): Promise<TestSftpServer> {
  const newKey = () => newSshPair()
  let hostKey = newKey()
  const hostKeys = { 'ssh-ed25519': parsed(hostKey.private) } as Record<string, unknown>
  const connections = new Set<Connection>()
  const server: TestSftpServer = {
    port: 0,
    files: new Map(),
    faults: {},
    password,
    authorized: [],
    fingerprint: () => fingerprintOf(hostKey.public),
    changeHostKey() {
      hostKey = newKey()
      hostKeys['ssh-ed25519'] = parsed(hostKey.private)
    },
    put(path, content, modified = 1_767_225_600) {
      server.files.set(path, { content: Buffer.from(content as string), modified })
    },
    seen: { logins: 0, passwords: [], bytes: 0, opened: [], most: 0, renames: [] },
    async close() {
      for (const connection of connections) connection.end()
      listener.close()
      await once(listener, 'close')
    },
  }
  const listener: SshServer = new Server({ hostKeys: [hostKey.private] }, (connection) => {
    connections.add(connection)
    server.seen.most = Math.max(server.seen.most, connections.size)
    // The server's own keys for this connection, so that a later exchange may show another.
    const protocol = (connection as unknown as { _protocol: { _hostKeys: Record<string, unknown> } })._protocol
    protocol._hostKeys = hostKeys
    ;(connection as unknown as { setNoDelay(on: boolean): void }).setNoDelay(true)
    connection.on('error', () => {})
    connection.on('close', () => connections.delete(connection))
    connection.on('authentication', (attempt) => {
      if (attempt.username !== user) return attempt.reject(['password', 'publickey'])
      if (attempt.method === 'password') {
        server.seen.passwords.push(attempt.password)
        return same(attempt.password, server.password) ? attempt.accept() : attempt.reject(['password'])
      }
      if (attempt.method !== 'publickey') return attempt.reject(['password', 'publickey'])
      const key = server.authorized.map(parsed).find((one) => one.getPublicSSH().equals(attempt.key.data))
      if (!key) return attempt.reject(['publickey'])
      const isProved = !attempt.signature || key.verify(attempt.blob as Buffer, attempt.signature, attempt.hashAlgo)
      return isProved ? attempt.accept() : attempt.reject(['publickey'])
    })
    connection.on('ready', () => {
      server.seen.logins += 1
      connection.on('session', (accept) => accept().on('sftp', (acceptSftp) => serve(server, connection, acceptSftp())))
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  server.port = (listener.address() as AddressInfo).port
  return server
}

function serve(server: TestSftpServer, connection: Connection, sftp: SFTPWrapper): void {
  const handles = new Map<number, { path: string; listed?: [string, ServedFile][] }>()
  let [next, sent, isRekeyed] = [0, 0, false]
  const open = (id: number, handle: { path: string; listed?: [string, ServedFile][] }) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(next)
    handles.set(next++, handle)
    sftp.handle(id, bytes)
  }
  const handleOf = (bytes: Buffer) => handles.get(bytes.readUInt32BE(0))
  sftp.on('error', () => {})
  sftp.on('OPENDIR', (id, path) => {
    const folder = path === '.' ? '' : `${path}/`
    const inside = [...server.files].filter(([name]) => name.startsWith(folder))
    if (inside.length === 0 && folder !== '') return sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
    open(id, { path, listed: inside.map(([name, file]) => [name.slice(folder.length), file]) })
  })
  sftp.on('READDIR', (id, bytes) => {
    const batch = handleOf(bytes)?.listed?.splice(0, 200) ?? []
    if (batch.length === 0) return sftp.status(id, STATUS_CODE.EOF)
    sftp.name(
      id,
      batch.map(([filename, file]) => ({ filename, longname: filename, attrs: attrsOf(file) })),
    )
  })
  const stat = (id: number, path: string) => {
    const file = server.files.get(path)
    return file ? sftp.attrs(id, attrsOf(file)) : sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
  }
  sftp.on('LSTAT', stat)
  sftp.on('STAT', stat)
  sftp.on('OPEN', (id, path) => {
    if (!server.files.has(path)) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
    server.seen.opened.push(path)
    open(id, { path })
  })
  sftp.on('READ', (id, bytes, offset, length) => {
    const { faults } = server
    if (faults.silent) return
    const content = server.files.get(handleOf(bytes)?.path ?? '')?.content
    const part = content?.subarray(offset, offset + (faults.oneByteReads ? 1 : length))
    if (!part?.length) return sftp.status(id, STATUS_CODE.EOF)
    sent += part.length
    server.seen.bytes += part.length
    if (faults.cutAfterBytes !== undefined && sent > faults.cutAfterBytes) return connection.end()
    if (faults.rekeyAtByte !== undefined && sent > faults.rekeyAtByte && !isRekeyed) {
      isRekeyed = true
      server.changeHostKey()
      connection.rekey()
      return
    }
    sftp.data(id, part)
  })
  sftp.on('CLOSE', (id, bytes) => {
    handles.delete(bytes.readUInt32BE(0))
    sftp.status(id, STATUS_CODE.OK)
  })
  sftp.on('MKDIR', (id) => sftp.status(id, STATUS_CODE.OK))
  sftp.on('RENAME', (id, from, to) => {
    const file = server.files.get(from)
    if (!file) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
    server.files.delete(from)
    server.files.set(to, file)
    server.seen.renames.push(`${from} → ${to}`)
    sftp.status(id, STATUS_CODE.OK)
  })
}

const modes = { file: 0o100_644, link: 0o120_777, folder: 0o040_755 }
const attrsOf = ({ content, modified, kind = 'file' }: ServedFile) => ({
  mode: modes[kind],
  uid: 1,
  gid: 1,
  size: content.length,
  atime: modified,
  mtime: modified,
})

function parsed(key: string) {
  const found = utils.parseKey(key)
  if (found instanceof Error) throw found
  return Array.isArray(found) ? (found[0] as typeof found) : found
}
const fingerprintOf = (publicKey: string) =>
  `SHA256:${createHash('sha256').update(parsed(publicKey).getPublicSSH()).digest('base64').replace(/=+$/, '')}`
const same = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

import { timingSafeEqual, createHash } from 'node:crypto'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import ssh2, { type AuthContext, type Connection, type SFTPWrapper } from 'ssh2'
import { loadHostKey, newHostKey, type HostKey } from './host-key.ts'
import type { Settlement } from './settlement.ts'
import { serveFolders } from './sftp-folders.ts'
import { sftpTrees, type SftpTree } from './sftp-tree.ts'

export interface SftpServer {
  /** Null where the port was taken: then nothing is served. */
  readonly port: number | null
  readonly hostKey: HostKey
  /** Answers with another key from now on; open connections are cut. */
  changeHostKey(): Promise<void>
  close(): Promise<void>
}

export interface SftpOptions {
  /** Of its key. */
  dir: string
  /** 0 asks the kernel for one. */
  port: number
  settlement: Settlement
  passwordOf: (account: string) => string
}

/** The simulator's SFTP server, on this machine alone: each merchant account is a user, and sees the files that are there for it. */
export async function startSftpServer({ dir, port, settlement, passwordOf }: SftpOptions): Promise<SftpServer> {
  let hostKey = await loadHostKey(dir)
  const sockets = new Set<Socket>()
  const treeOf = sftpTrees(settlement)
  const greet = () =>
    new ssh2.Server({ hostKeys: [hostKey.private], ident: 'simulator' }, (client) =>
      serve(client, { settlement, passwordOf, treeOf }),
    )
  let server = greet()
  const listener = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    server.injectSocket(socket)
  })
  const own = await listen(listener, port)
  return {
    port: own,
    get hostKey() {
      return hostKey
    },
    async changeHostKey() {
      hostKey = await newHostKey(dir)
      server = greet()
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      if (own !== null) await new Promise<void>((resolve) => listener.close(() => resolve()))
    },
  }
}

/** The port, or null where another process has it. */
const listen = (listener: Server, port: number): Promise<number | null> =>
  new Promise((resolve, reject) => {
    listener.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    listener.listen(port, '127.0.0.1', () => resolve((listener.address() as AddressInfo).port))
  })

function serve(client: Connection, { settlement, passwordOf, treeOf }: Served): void {
  let account = ''
  client
    .on('authentication', (context) => {
      const { username } = context
      const known = /^[a-z0-9_-]{1,40}$/.test(username)
      if (!known || !isAllowed(context, passwordOf(username), settlement.settings(username).public_key))
        return context.reject(['password', 'publickey'])
      account = username
      return context.accept()
    })
    .on('session', (accept) => {
      const session = accept()
      session.on('sftp', (open: () => SFTPWrapper) => serveFolders(open(), treeOf(account)))
    })
    // A client that goes away in the middle of a word.
    .on('error', () => client.end())
}

type Served = Pick<SftpOptions, 'settlement' | 'passwordOf'> & { treeOf: (account: string) => SftpTree }

function isAllowed(context: AuthContext, password: string, publicKey: string): boolean {
  if (context.method === 'password') return same(context.password, password)
  if (context.method !== 'publickey' || !publicKey) return false
  const key = ssh2.utils.parseKey(publicKey)
  if (key instanceof Error || Array.isArray(key)) return false
  if (key.type !== context.key.algo || !key.getPublicSSH().equals(context.key.data)) return false
  // Without a signature the client only asks whether this key is good.
  if (!context.signature || !context.blob) return true
  return key.verify(context.blob, context.signature, context.hashAlgo) === true
}

const same = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

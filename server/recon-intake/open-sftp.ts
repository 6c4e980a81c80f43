import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import SftpClient from 'ssh2-sftp-client'
import type { SFTPWrapper } from 'ssh2'
import { intakeLimits as limits } from '#contract/recon-intake-limits.ts'
import { isLoopbackHost } from '#server/kit/outbound/outbound-url.ts'
import { permittedAddresses, type Resolve } from '#server/kit/outbound/permitted-addresses.ts'
import { faultOf, SftpFailure, type HostKey } from './sftp-fault.ts'
import type { SftpPlace } from './sftp-link.ts'
import { sftpSession, type SftpSession } from './sftp-session.ts'

/** A server with what proves us to it and it to us. */
export interface SftpServer extends SftpPlace {
  username: string
  secret: { password: string } | { privateKey: string }
  /** The digest of its pinned key; empty before: then the connection ends with the key that it shows, and nothing secret is sent. */
  pinned: string
  /** Whether it may be on this machine. */
  allowLoopback: boolean
}

/**
 * Connects to a server at an address that the outbound rule allows, and to that address alone. The host key is compared at the start
 * and at every exchange of keys after it. Throws {@link SftpFailure}.
 */
export async function openSftp(
  server: SftpServer,
  { signal, resolve }: { signal?: AbortSignal; resolve?: Resolve } = {},
): Promise<SftpSession> {
  const socket = await reach(server, resolve)
  let shown: HostKey | null = null
  let fail: (failure: SftpFailure) => void = () => {}
  const failed = new Promise<never>((_, reject) => (fail = reject))
  failed.catch(() => {})
  const hostVerifier = (key: Buffer): boolean => {
    shown = hostKeyOf(key)
    if (shown.fingerprint === server.pinned) return true
    fail(new SftpFailure(server.pinned === '' ? 'host_key_unpinned' : 'host_key_changed', { hostKey: shown }))
    return false
  }
  const broken = (cause?: unknown) => fail(new SftpFailure('broken', { hostKey: shown, cause }))
  // Without its own listeners the client would print what happens.
  const client = new SftpClient('countinghouse', { error: broken, end: () => broken(), close: () => broken() })
  const close = () => (socket.destroy(), void client.end().catch(() => {}))
  signal?.addEventListener('abort', () => (broken('the worker stops'), close()), { once: true })
  try {
    const connected = client.connect({
      sock: socket,
      username: server.username,
      ...server.secret,
      hostVerifier,
      readyTimeout: limits.connectMs,
      keepaliveInterval: limits.answerMs,
      keepaliveCountMax: 2,
    })
    connected.catch(() => {})
    const sftp = (await Promise.race([connected, failed])) as unknown as SFTPWrapper
    return sftpSession(sftp, { failed, fail: broken, close, hostKey: shown ?? { type: '', fingerprint: '' } })
  } catch (error) {
    close()
    if (error instanceof SftpFailure) {
      const fault = error.fault === 'broken' && error.cause ? faultOf(error.cause) : error.fault
      throw new SftpFailure(fault, { hostKey: shown, cause: error.cause })
    }
    throw new SftpFailure(faultOf(error), { hostKey: shown, cause: error })
  }
}

/** A socket to the first permitted address that answers. */
async function reach({ host, port, allowLoopback }: SftpServer, resolve?: Resolve): Promise<Socket> {
  if (isLoopbackHost(host) && !allowLoopback) throw new SftpFailure('address_refused')
  const { permitted, resolved } = await permittedAddresses(host, resolve)
  if (permitted.length === 0) throw new SftpFailure(resolved === 0 ? 'name_unknown' : 'address_refused')
  let last: SftpFailure | undefined
  for (const address of permitted.slice(0, 4)) {
    try {
      return await connected(address, port)
    } catch (error) {
      last = error as SftpFailure
    }
  }
  throw last as SftpFailure
}

function connected(address: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port })
    const giveUp = (failure: SftpFailure) => (socket.destroy(), reject(failure))
    const timer = setTimeout(() => giveUp(new SftpFailure('timeout')), limits.connectMs)
    socket.once('error', (cause) => (clearTimeout(timer), giveUp(new SftpFailure('unreachable', { cause }))))
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      socket.on('error', () => {})
      // A request is small and its answer is waited for.
      socket.setNoDelay(true)
      resolve(socket)
    })
  })
}

/** The key of a server in the form of OpenSSH: its type stands first in it. */
export const hostKeyOf = (key: Buffer): HostKey => ({
  type: key
    .subarray(4, 4 + key.readUInt32BE(0))
    .toString('latin1')
    .slice(0, 60),
  fingerprint: `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`,
})

import type { SftpFault } from '#contract/recon-intake-shapes.ts'

/** The key by which a server shows itself: its type, and the digest of it as OpenSSH prints it. */
export interface HostKey {
  type: string
  fingerprint: string
}

/** Why a server could not be read. */
export class SftpFailure extends Error {
  override name = 'SftpFailure'
  readonly fault: SftpFault
  /** The key that it showed; null where it was not reached. */
  readonly hostKey: HostKey | null
  constructor(fault: SftpFault, { hostKey = null, cause }: { hostKey?: HostKey | null; cause?: unknown } = {}) {
    super(fault, { cause })
    this.fault = fault
    this.hostKey = hostKey
  }
}

/** What an error of the connection or the login means. */
export function faultOf(error: unknown): SftpFault {
  const { message = '', code = '' } = error as { message?: string; code?: unknown }
  if (/authentication methods failed|Authentication failure/i.test(message)) return 'login_refused'
  if (/timed? ?out/i.test(message) || code === 'ETIMEDOUT') return 'timeout'
  if (/subsystem|Unable to exec|channel open/i.test(message)) return 'not_sftp'
  if (typeof code === 'string' && /^E(CONNREFUSED|HOSTUNREACH|NETUNREACH|ADDRNOTAVAIL)/.test(code)) return 'unreachable'
  return 'broken'
}

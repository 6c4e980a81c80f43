import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import ssh2 from 'ssh2'
import { newSshPair } from '#server/kit/secrets/ssh-pair.ts'

/** The key by which the SFTP server is known. */
export interface HostKey {
  /** In OpenSSH's form. */
  private: string
  public: string
  /** As clients show it: SHA256:… */
  fingerprint: string
}

/** The ed25519 key of the simulator's folder, made when there is none. */
export async function loadHostKey(dir: string): Promise<HostKey> {
  const kept = await readFile(join(dir, fileName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return kept ? hostKeyOf(kept) : newHostKey(dir)
}

/** Puts a new key in place of the old one; it is on disk when the promise resolves. */
export async function newHostKey(dir: string): Promise<HostKey> {
  await mkdir(dir, { recursive: true })
  const pair = newSshPair()
  const path = join(dir, fileName)
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(pair.private)
    await file.datasync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
  return hostKeyOf(pair.private)
}
const fileName = 'sftp-host-key'

function hostKeyOf(text: string): HostKey {
  const key = ssh2.utils.parseKey(text)
  if (key instanceof Error || Array.isArray(key)) throw new Error('The key of the SFTP server is damaged.')
  const bytes = key.getPublicSSH()
  const digest = createHash('sha256').update(bytes).digest('base64').replace(/=+$/, '')
  return { private: text, public: `${key.type} ${bytes.toString('base64')}`, fingerprint: `SHA256:${digest}` }
}

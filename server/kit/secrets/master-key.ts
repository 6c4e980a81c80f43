import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The installation's master key: the given one, else the one in `<dataDir>/master.key`, which the first start creates,
 * readable by its owner only. Losing the key loses every secret that was sealed with it.
 * @returns 32 bytes.
 * @throws Error when the file holds anything else.
 */
export async function loadMasterKey(source: { masterKey: Buffer | null; dataDir: string }): Promise<Buffer> {
  if (source.masterKey !== null) return source.masterKey
  const file = join(source.dataDir, 'master.key')
  await mkdir(source.dataDir, { recursive: true })
  // Two processes of a first start share one key: the second reads the key of the first.
  await writeFile(file, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true }).catch(
    ifThere,
  )
  const key = Buffer.from(await readFile(file, 'utf8'), 'base64')
  if (key.length !== 32) throw new Error(`${file} does not hold a key of 32 bytes: bring back the one it held`)
  return key
}

function ifThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

/** The password of the application's database role, derived alike by every process with the same master key. */
export function databasePassword(masterKey: Buffer): string {
  return derive(masterKey, 'countinghouse database role')
}

/** The simulated provider's keys, for servers and for browsers. */
export interface SimulatorKeys {
  secretKey: string
  publishableKey: string
}

/** The keys of the provider: derived from the given secret key, or from a key of the installation. */
export function simulatorKeys(source: string | Buffer): SimulatorKeys {
  const secretKey = typeof source === 'string' ? source : `sk_test_${derive(source, 'countinghouse simulator')}`
  const publishable = createHmac('sha256', secretKey).update('publishable').digest('hex').slice(0, 32)
  return { secretKey, publishableKey: `pk_test_${publishable}` }
}

function derive(masterKey: Buffer, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', masterKey, '', purpose, 24)).toString('base64url')
}

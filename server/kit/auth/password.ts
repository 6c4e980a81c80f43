import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { passwordRuleFault } from '#contract/kit/password-rule.ts'
import type { PasswordRuleFault } from '#contract/kit/password-rule.ts'
import { isCommonPassword } from './common-passwords.ts'
import { metrics, whenScraped } from '#server/kit/process/metrics.ts'
import { createConcurrencyLimit, type ConcurrencyLimit } from '#server/kit/process/concurrency-limit.ts'

/** Hashes passwords with limited concurrency, so that a flood of sign-ins leaves processor time to other requests. */
export interface PasswordHasher {
  /** The argon2id hash of a password in PHC format: '$argon2id$v=19$m=19456,t=2,p=1$salt$hash'. */
  hash(password: string): Promise<string>
  /**
   * Whether the password is the hashed one. `null` stands for a user who does not exist: the answer is false and takes
   * as long. Both reject with {@link PasswordQueueFull} when too many are waiting: answer 429.
   */
  matches(password: string, phc: string | null): Promise<boolean>
}

/** The cost of one hash: the memory in KiB, passes and lanes of argon2id. */
export interface PasswordCost {
  memory: number
  passes: number
  parallelism: number
}

/**
 * `concurrent` hashes run at once (19 MiB and about 40 ms of a processor each), `queue` more wait. Tests that are not about
 * passwords give a cheaper `cost`; there is no setting for it.
 */
export function createPasswordHasher({
  concurrent,
  queue,
  cost = owaspCost,
}: {
  concurrent: number
  queue: number
  cost?: PasswordCost
}): PasswordHasher {
  /** A random hash that an unknown user's password is compared with, for equal time. */
  const decoy: Hashed = { ...cost, salt: randomBytes(16), tag: randomBytes(tagLength) }
  const limit = createConcurrencyLimit({ concurrent, queue, full: () => new PasswordQueueFull() })
  limits.push(limit)
  return {
    hash: (password) =>
      limit.pass(async () => {
        const salt = randomBytes(16)
        const tag = await derive(password, { ...cost, salt, tag: Buffer.alloc(tagLength) })
        return phcText({ ...cost, salt, tag })
      }),
    matches: (password, phc) =>
      limit.pass(async () => {
        const known = phc !== null && password.length <= longestTyped
        const hashed = known ? parsePhc(phc) : decoy
        return timingSafeEqual(await derive(known ? password : '', hashed), hashed.tag) && known
      }),
  }
}

const limits: ConcurrencyLimit[] = []
whenScraped(() => {
  const counts = limits.map((one) => one.count())
  metrics.passwords.set(
    { state: 'running' },
    counts.reduce((sum, { working }) => sum + working, 0),
  )
  metrics.passwords.set(
    { state: 'waiting' },
    counts.reduce((sum, { waiting }) => sum + waiting, 0),
  )
})

/** Too many passwords wait to be hashed; a retry a little later succeeds. */
export class PasswordQueueFull extends Error {
  override name = 'PasswordQueueFull'
}

/** The fault of a new password, or null. `common`: it is among the first guesses. */
export const passwordFault = (password: string): PasswordFault | null =>
  passwordRuleFault(password) ?? (isCommonPassword(password) ? 'common' : null)

export type PasswordFault = PasswordRuleFault | 'common'

/** OWASP's choice for argon2id; memory in KiB. */
const owaspCost: PasswordCost = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const tagLength = 32
/** In UTF-16 units: above any accepted password however it was typed, and a bound for the work on a hostile one. */
const longestTyped = 4096

interface Hashed extends PasswordCost {
  salt: Buffer
  tag: Buffer
}

const derive = (password: string, { memory, passes, parallelism, salt, tag }: Hashed): Promise<Buffer> =>
  argon2Async('argon2id', {
    message: password.normalize('NFKC'),
    nonce: salt,
    memory,
    passes,
    parallelism,
    tagLength: tag.length,
  })

const argon2Async = promisify(argon2)

const phcText = ({ memory, passes, parallelism, salt, tag }: Hashed) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

function parsePhc(phc: string): Hashed {
  const [, memory, passes, parallelism, salt, tag] = phcPattern.exec(phc) ?? []
  if (!salt || !tag) throw new Error('a stored password hash is not argon2id in PHC format')
  const bytes = (text: string) => Buffer.from(text, 'base64')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: bytes(salt),
    tag: bytes(tag),
  }
}

const phcPattern = /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,86})$/

import { createHash } from 'node:crypto'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { Transaction } from '#server/kit/db.ts'
import type { Before } from '#server/kit/handler.ts'
import { newId } from '#server/kit/id.ts'
import { findLogin, loginName } from '#server/kit/login.ts'
import { nobody } from '#server/kit/nobody.ts'
import { goThrough, ssoNeeded } from '#server/sso/needed.ts'
import { noteSignInFailure, type SignInAction } from './jobs.ts'

export interface Login {
  merchantId: string
  subUserId: string
}

/**
 * Checks an e-mail and password, with no transaction open while it hashes. A wrong password, an unknown name and an
 * inactive user get one answer in one time: `invalidPassword`. Ten failures lock the name for the failing address for
 * 30 minutes (`signInLocked`); a person at another address, or at one they used before, still gets in. Whoever has to
 * come by single sign-on is told so (`ssoRequired`), and where.
 */
export async function provePassword(
  before: Before,
  username: string,
  password: string,
  action: SignInAction = 'session.begin',
): Promise<Login> {
  const login = await provePasswordAlone(before, username, password, action)
  // Only who knows the password learns that it opens nothing.
  const tenant = await before.transaction((tx) => ssoNeeded(tx, login))
  if (tenant !== null) throw goThrough(tenant)
  return login
}

/** The same whether or not the password opens anything: to link single sign-on, which needs both. */
export async function provePasswordAlone(
  before: Before,
  username: string,
  password: string,
  action: SignInAction = 'session.begin',
): Promise<Login> {
  const name = loginName(username)
  const who = { nameHash: nameHash(name), address: before.client.address }
  const { locked, login } = await before.transaction(async (tx) => ({
    locked: await isLocked(tx, who),
    login: await findLogin(tx, name),
  }))
  if (locked) throw new Fault('signInLocked')

  const right = await before.house.passwords.matches(password, login?.password_phc ?? null)
  if (!right || !login?.may_sign_in) {
    await before.transaction(async (tx) => {
      const why = (await countFailure(tx, who)) ? 'locked' : 'invalid_password'
      // For an unknown name too, so that it takes as long; there it finds nobody.
      const [merchantId, subUserId] = [login?.merchant_id ?? nobody.merchantId, login?.sub_user_id ?? newId()]
      const enqueue = before.enqueueIn(tx, { merchantId, environment: 'sandbox' })
      await enqueue(noteSignInFailure, {
        subUserId,
        action,
        why,
        address: before.client.address,
        at: before.now.getTime(),
      })
    })
    throw new Fault('invalidPassword')
  }
  await before.transaction((tx) => forgetFailures(tx, who))
  return { merchantId: login.merchant_id, subUserId: login.sub_user_id }
}

/** Lets somebody who has proved who they are otherwise sign in at once, from wherever. */
export async function liftLock(tx: Transaction, email: string): Promise<void> {
  await tx.query('delete from sign_in_failures where name_hash = $1', [nameHash(loginName(email))])
}

const nameHash = (name: string) => createHash('sha256').update(name).digest()

interface Guesser {
  nameHash: Buffer
  address: string
}

async function isLocked(tx: Transaction, { nameHash, address }: Guesser): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    `select coalesce(bool_or(address = $2 and locked_until > clock_timestamp()), false)
         or (coalesce(sum(failures) filter (where last_failed_at > clock_timestamp() - $4 * interval '1 minute'), 0) >= $3
             and not exists (select from sign_in_addresses a where a.name_hash = $1 and a.address = $2)) as locked
     from sign_in_failures where name_hash = $1`,
    [nameHash, address, limits.signInFailuresEverywhere, limits.signInLockMinutes],
  )
  return row?.locked ?? false
}

/** One statement, so that of many guesses in parallel each is counted. True for the one that locks. */
async function countFailure(tx: Transaction, { nameHash, address }: Guesser): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    `insert into sign_in_failures as f (name_hash, address, failures, last_failed_at)
     values ($1, $2, 1, clock_timestamp())
     on conflict (name_hash, address) do update set
       failures = case when f.last_failed_at < clock_timestamp() - $4 * interval '1 minute' then 1 else f.failures + 1 end,
       last_failed_at = clock_timestamp(),
       locked_until = case when f.last_failed_at >= clock_timestamp() - $4 * interval '1 minute' and f.failures + 1 >= $3
         then clock_timestamp() + $4 * interval '1 minute' end
     returning locked_until is not null as locked`,
    [nameHash, address, limits.signInFailures, limits.signInLockMinutes],
  )
  return row?.locked ?? false
}

async function forgetFailures(tx: Transaction, { nameHash, address }: Guesser): Promise<void> {
  await tx.query('delete from sign_in_failures where name_hash = $1 and address = $2', [nameHash, address])
  await tx.query(
    `insert into sign_in_addresses (name_hash, address, last_used_at) values ($1, $2, clock_timestamp())
     on conflict (name_hash, address) do update set last_used_at = excluded.last_used_at`,
    [nameHash, address],
  )
}

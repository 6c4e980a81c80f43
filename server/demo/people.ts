import type { Role } from '#contract/access.ts'
import type { UserEvent } from '#contract/users.ts'
import type { Changes, Ctx } from '#server/kit/ctx.ts'
import { createLogin } from '#server/merchants/create.ts'
import { changeUser, note } from '#server/users/queries.ts'
import { addPastSession } from './past-session.ts'

interface Person {
  name: string
  email: string
  phone: string
  roles: Role[]
  /** Hours since they were last there; absent for who never was. */
  seenHoursAgo?: number
  state?: 'invited' | 'inactive'
  story: { daysAgo: number; event: UserEvent; changes?: Changes }[]
}
const granted = (after: Role[], before: Role[] = []): Changes => ({
  roles: { before: before.join(), after: after.join() },
})

/** People of a merchant as they come to be over time, besides the demo's one login for each role. */
const people: readonly Person[] = [
  {
    name: 'Mei Lin Tan',
    email: 'meilin.tan@acme.example',
    phone: '+65 8123 4567',
    roles: ['payment-admin', 'recon-user'],
    seenHoursAgo: 2,
    story: [
      { daysAgo: 84, event: 'invited', changes: granted(['payment-user']) },
      { daysAgo: 83, event: 'accepted' },
      { daysAgo: 20, event: 'roles_changed', changes: granted(['payment-admin', 'recon-user'], ['payment-user']) },
    ],
  },
  {
    name: 'Arjun Nair',
    email: 'arjun.nair@acme.example',
    phone: '+65 9876 5432',
    roles: ['payment-links-user', 'invoice-user', 'payment-pages-user'],
    seenHoursAgo: 26,
    story: [
      { daysAgo: 40, event: 'invited', changes: granted(['payment-links-user', 'payment-pages-user', 'invoice-user']) },
      { daysAgo: 40, event: 'accepted' },
    ],
  },
  {
    name: 'Sofía Reyes',
    email: 'sofia.reyes@acme.example',
    phone: '+65 8000 1122',
    roles: ['payouts-verify-user'],
    state: 'invited',
    story: [{ daysAgo: 8, event: 'invited', changes: granted(['payouts-verify-user']) }],
  },
  {
    name: 'ليلى حداد',
    email: 'layla.haddad@acme.example',
    phone: '+971 50 123 4567',
    roles: ['payment-refund-user'],
    seenHoursAgo: 24 * 35,
    state: 'inactive',
    story: [
      { daysAgo: 90, event: 'invited', changes: granted(['payment-refund-user']) },
      { daysAgo: 89, event: 'accepted' },
      { daysAgo: 30, event: 'deactivated', changes: { is_active: { before: true, after: false } } },
    ],
  },
]

/** Gives a merchant these people, each with their history. */
export async function seedPeople(ctx: Ctx, { passwordPhc }: { passwordPhc: string }): Promise<void> {
  for (const { name, email, phone, roles, state, seenHoursAgo, story } of people) {
    const ago = (hours: number) => new Date(ctx.now.getTime() - hours * 3_600_000)
    const login = { name, email, roles, passwordPhc: state === 'invited' ? '' : passwordPhc, emailVerified: !state }
    const since = ago(24 * (story[0]?.daysAgo ?? 0))
    const subUserId = await createLogin(ctx.with({ now: since }), login)
    if (subUserId === null) throw new Error(`${email} is somebody's already`)
    await changeUser(ctx, subUserId, {
      phone,
      is_active: state !== 'inactive',
      is_email_verified: state !== 'invited',
      invited_at: state === 'invited' ? ago(24 * 8) : null,
    })
    for (const { daysAgo, event, changes = {} } of story) {
      const actor = event === 'accepted' ? name : 'Acme admin'
      note(ctx.with({ now: ago(24 * daysAgo) }), subUserId, event, { changes, actor })
    }
    if (seenHoursAgo === undefined) continue
    await addPastSession(ctx, subUserId, ago(seenHoursAgo))
  }
}

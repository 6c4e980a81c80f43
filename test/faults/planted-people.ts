import type { Patch } from './patched-source.ts'

/** The row of a call is written once the change is committed. */
export const lateAudit: Patch = {
  file: 'server/kit/http/gate.ts',
  from: `if (call.audit) writeAudit(ctx.with({ owner: log }), { action: call.audit, ...about, result: 'done' })`,
  to: `const { audit } = call
    if (audit) tx.afterCommit(() => void note(context, where.owner, { action: audit, ...about, result: 'done' }).catch(() => {}))`,
}

/** Verifiers that leave something out, each with what it then does not find. */
export const weakVerifiers: Record<string, { patch: Patch; harm: string; pick: number }> = {
  'it does not look at the content': {
    patch: {
      file: 'server/audit-log/verify.ts',
      from: 'const isSealed = macOf(key, row).equals(mac)',
      to: 'const isSealed = macOf(key, row).length === mac.length',
    },
    harm: 'edits address',
    pick: 1,
  },
  'it does not look at the order': {
    patch: {
      file: 'server/audit-log/verify.ts',
      from: 'const isInPlace = linkOf(linkKeyOf(key, row), before.link, seq, mac).equals(link)',
      to: 'const isInPlace = linkOf(linkKeyOf(key, row), before.link, seq, mac).length === link.length',
    },
    harm: 'swaps two rows',
    pick: 1,
  },
  'it does not look at the end': {
    patch: {
      file: 'server/audit-log/verify.ts',
      from: 'const wrong = endFault(end, place)',
      to: 'const wrong = endFault({ head: null, lastRow: 0n, lastAnchor: 0n }, beginning)',
    },
    harm: 'cuts the end off',
    pick: 20,
  },
}

/** Whether codes are locked is looked up first, and a try is counted afterwards. */
export const naiveTries: readonly Patch[] = [
  {
    file: 'server/factors/authenticator.ts',
    from: `       and (locked_until is null or locked_until <= statement_timestamp())`,
    to: `       and ((select seen.locked_until from totp_factors seen where seen.merchant_id = $1 and seen.sub_user_id = $2) is null)`,
  },
]

/** The step of a code that was taken may be taken again. */
export const forgetfulSteps: readonly Patch[] = [
  { file: 'server/factors/authenticator.ts', from: `.where('last_step', '<', step)`, to: '' },
]

/** Who asks is what was known of them a moment ago. */
export const believedMemory: Patch = {
  file: 'server/kit/auth/session-recheck.ts',
  from: `confirming ??= confirmBy(sessions, context, tokenHash, known)`,
  to: 'confirming ??= Promise.resolve()',
}

/** Of two who change users at once, neither waits for the other. */
export const unlockedUsers: readonly Patch[] = [
  {
    file: 'server/users/may-change.ts',
    from: `if (!(await lockMerchant(ctx.db, ctx.owner.merchantId))) throw new Fault('notFound')`,
    to: '',
  },
  {
    file: 'server/users/update.ts',
    from: `const moved = loginName(wanted.email)`,
    to: 'await new Promise((resolve) => setTimeout(resolve, 200))\n  const moved = loginName(wanted.email)',
  },
]

/** Who asks is known, and nothing else is: no role, no merchant named is held against them. Left is row-level security. */
export const noPolicy: readonly Patch[] = [
  {
    file: 'server/kit/http/gate.ts',
    from: `const why = denialByAll(rulesOf(call), user)`,
    to: `const why = denialByAll(rulesOf(call), user) && null`,
  },
  {
    file: 'server/kit/auth/scope.ts',
    from: `if (!user.flags.master) throw new Fault('notFound', { why: 'a merchant outside the session' })`,
    to: `if (!user.flags.master) return new Map(others.map((name) => [name, name]))`,
  },
  {
    file: 'server/kit/auth/scope.ts',
    from: `const all = inOwnName && target.length > 0 ? [user.merchantId, ...target] : merchantIds`,
    to: `const all = [user.merchantId]`,
  },
  {
    file: 'server/kit/auth/scope.ts',
    from: `return { scope: { merchantIds: merchants as [string, ...string[]], environment }, owner, merchants }`,
    to: `return { scope: { merchantIds: [merchantId], environment }, owner, merchants }`,
  },
]

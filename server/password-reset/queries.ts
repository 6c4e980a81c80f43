import type { Ctx } from '#server/kit/ctx.ts'

/** Sets a user's password. Whoever could read the link has the mailbox: it confirms the address, and an invitation too. */
export async function setPassword(ctx: Ctx, subUserId: string, passwordPhc: string): Promise<void> {
  await ctx.own
    .update('sub_users')
    .set({ password_phc: passwordPhc, is_email_verified: true, invited_at: null })
    .where('sub_user_id', '=', subUserId)
    .execute()
}

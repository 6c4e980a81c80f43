import type { CurrentUser } from '#contract/session.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'
import { chosenLanguage } from '#server/merchant-store/languages.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { secureHash, sessionSigningKey } from '#server/kit/auth/session-key.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import { logoAddress } from '#server/merchants/logo-address.ts'
import { tenantOfUser } from '#server/sso-identities/needed.ts'

/** The signed-in user for the console, with the hash that lets it notice a mix-up of key, environment or roles. */
export async function currentUser(ctx: Ctx, user: User): Promise<CurrentUser> {
  const [{ newest: secret }, { logo }, tenant, language] = await Promise.all([
    merchantSecret(ctx, user.merchantId),
    merchantOf(ctx, user.merchantId),
    tenantOfUser(ctx, user),
    chosenLanguage(ctx, user.subUserId),
  ])
  const signingKey = sessionSigningKey(secret, user.sessionId, user.environment)
  const { merchantKey: key, environment, roles, flags } = user
  return {
    merchantUuid: user.merchantId,
    iamportKey: key,
    merchant_name: user.merchantName,
    merchant_logo: logoAddress(ctx.services, logo),
    subUserUuid: user.subUserId,
    name: user.name,
    email_address: { email: user.email },
    roles,
    viewing_as: user.viewingAs,
    permissions: user.permissions,
    is_master_merchant: flags.master,
    cross_border_enabled: flags.crossBorder,
    onboarding_completed: flags.onboarded,
    recon_analytics_enabled: flags.reconAnalytics,
    recon_dashboard_enabled: flags.reconDashboard,
    recon_reports_enabled: flags.reconReports,
    country: user.country,
    currency: user.currency,
    time_zone: user.timeZone,
    language,
    is_live_mode: environment === 'live',
    is_email_verified: user.emailVerified,
    is_2fa_enabled: user.twoStep,
    must_set_up_two_step: user.twoStepRequired && !user.twoStep,
    sso_enabled: tenant !== null,
    sso_company: tenant?.tenantId ?? '',
    sso_required: tenant?.required ?? false,
    secure_hash: secureHash(signingKey, { key, environment, roles }),
  }
}

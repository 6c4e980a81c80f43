import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'
import { useChannelKind } from './pay-type.tsx'
import { isOpen } from './sign-up.ts'
import { useLenderName } from './use-lender.ts'
import type { Connected, Entry } from './use-channels.ts'

/** What somebody has to know before anything else: whose channel it is, or that its credentials do not work. */
export function Says({ connection, entry }: { connection: Connected; entry: Entry }): ReactNode {
  const { t } = useTranslation()
  const { is_lent: lent, by_partner: byPartner, credentials_state: state, check } = connection
  const merchant = useLenderName(lent)
  const { payType } = useChannelKind()
  const name = isolated(entry.name)
  if (lent)
    return (
      <Notice title={t(($) => $.payChannels.lentTitle, { merchant })}>
        <p>{t(($) => (payType === 'PAYIN' ? $.payChannels.lentText : $.payoutChannels.lentText), { merchant })}</p>
      </Notice>
    )
  if (entry.type === 'External') return <Said>{t(($) => $.payChannels.onlyReconciles)}</Said>
  if (state === 'missing') return <Said>{t(($) => $.payChannels.outcome.missing, { name })}</Said>
  if (byPartner && isOpen(entry))
    return (
      <Notice title={t(($) => $.onboarding.actionTitle, { name })}>
        <p>
          <ScreenLink to="channelOnboarding" search={{ channelName: entry.key }}>
            {t(($) => $.onboarding.viewSignUp)}
          </ScreenLink>
        </p>
      </Notice>
    )
  if (state === 'unverified') return <Said>{t(($) => $.payChannels.outcome.unverified, { name })}</Said>
  if (state !== 'refused') return null
  return (
    <Notice
      title={t(($) => (payType === 'PAYIN' ? $.payChannels.outcome.refused : $.payChannels.testRefused), { name })}
    >
      {check.text && <p>{t(($) => $.payChannels.providerSays, { name, text: isolated(check.text) })}</p>}
    </Notice>
  )
}

const Said = ({ children }: { children: ReactNode }): ReactNode => (
  <Notice>
    <p>{children}</p>
  </Notice>
)

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'

/** In live mode the way to what copying from test mode would do. */
export function CopyFromTest(): ReactNode {
  const { t } = useTranslation()
  if (environmentOf(useUser()) !== 'live') return null
  return (
    <Offered rule="paymentChannels">
      <ButtonLink to="copyChannels" search={{}} variant="default">
        {t(($) => $.channelCopies.open)}
      </ButtonLink>
    </Offered>
  )
}

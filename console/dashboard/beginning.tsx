import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty } from '#console/kit/list/unanswered.tsx'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { GetStarted, isGuided, useFreshStarted, type Started } from './get-started.tsx'

/** What the dashboard of a merchant without a payment shows in place of empty charts. */
export function Beginning({ started }: { started: Started }): ReactNode {
  const { t } = useTranslation()
  const latest = useFreshStarted(started)
  if (isGuided(latest)) return <GetStarted started={latest} />
  return (
    <Empty title={t(($) => $.getStarted.emptyTitle)} text={t(($) => $.getStarted.emptyText)}>
      <ButtonLink to="createPaymentLink" search={{}}>
        {t(($) => $.paymentLinks.create)}
      </ButtonLink>
    </Empty>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integration.ts'
import { LeftToRight, Time } from '#console/kit/details/values.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import styles from './webhooks.module.css'

/** What the merchant's servers have reached, each with its time, and the last signature that did not match. */
export function Checklist({ of }: { of: Integration['checklist'] }): ReactNode {
  const { t } = useTranslation()
  const bad = of.last_bad_signature
  return (
    <ol className={styles['checklist']}>
      <Item title={t(($) => $.integration.firstCall)} at={of.first_call?.at} by={of.first_call?.route} />
      <Item title={t(($) => $.integration.firstLink)} at={of.first_signed_link?.at} />
      <Item title={t(($) => $.integration.lastDelivery)} at={of.last_delivery?.at} by={of.last_delivery?.name} />
      {bad && (
        <li data-bad>
          <Icon name="warning" />
          <div>
            <p>
              {t(($) => $.integration.badSignature)} <Time at={bad.at} zoned />
            </p>
            <p className={styles['note']}>
              <LeftToRight>{bad.route}</LeftToRight> · {t(($) => $.integration.why[bad.why])}{' '}
              <ScreenLink to="apiLog" search={{ q: bad.request_id }} className={styles['inline']}>
                {t(($) => $.integration.toCall)}
              </ScreenLink>
            </p>
          </div>
        </li>
      )}
    </ol>
  )
}

function Item({ title, at, by }: { title: string; at: string | undefined; by?: string | undefined }): ReactNode {
  const { t } = useTranslation()
  return (
    <li data-done={at !== undefined}>
      <Icon name={at === undefined ? 'clock' : 'check'} />
      <div>
        <p>{title}</p>
        <p className={styles['note']}>
          {at === undefined ? (
            t(($) => $.integration.notYet)
          ) : (
            <>
              <Time at={at} zoned />
              {by && (
                <>
                  {' · '}
                  <bdi>{by}</bdi>
                </>
              )}
            </>
          )}
        </p>
      </div>
    </li>
  )
}

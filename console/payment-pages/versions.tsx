import { Button, Modal } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import { listPageVersions, restorePageVersion, type PaymentPage } from '#contract/payment-pages.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Time } from '#console/kit/details/values.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { toastSuccess } from '#console/kit/ui/toast.ts'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import { ofPages } from './acted-page.ts'
import { Difference, differing } from './difference.tsx'
import { fieldTitle } from './field-words.ts'
import styles from './payment-pages.module.css'

type Version = WireOutput<typeof listPageVersions>[number]

/** The versions of a page, newest first: who saved which, what differed, and the way back to it. */
export function Versions({ page }: { page: PaymentPage }): ReactNode {
  const { t } = useTranslation()
  const may = useDenied('paymentPagesConfiguration') === null
  const [restoring, setRestoring] = useState<Version | null>(null)
  const versions = useCall(listPageVersions, { path: { ref: page.page_ref } })
  if (versions.error || !versions.data) return <Unanswered query={versions} lines={6} />
  const [latest] = versions.data
  return (
    <Section title={t(($) => $.paymentPages.tabs.versions)}>
      <ol className={styles['versions']}>
        {versions.data.map((version, at) => (
          <li key={version.version}>
            <div className={styles['versionHead']}>
              <div>
                <strong>{t(($) => $.paymentPages.version, { version: version.version })}</strong>
                {version === latest && <span className={styles['mark']}>{t(($) => $.paymentPages.current)}</span>}
                <p className={styles['under']}>
                  <Time at={version.at} zoned /> · <bdi>{version.actor_name}</bdi>
                  {version.restored > 0 && ` · ${t(($) => $.paymentPages.broughtBack, { version: version.restored })}`}
                </p>
              </div>
              {may && version !== latest && page.status !== 'cancelled' && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t(($) => $.paymentPages.restoreVersion, { version: version.version })}
                  onClick={() => setRestoring(version)}
                >
                  {t(($) => $.paymentPages.restore)}
                </Button>
              )}
            </div>
            <Changed version={version} before={versions.data[at + 1]} />
          </li>
        ))}
      </ol>
      {restoring && latest && <Restore {...{ page, latest, version: restoring }} onClose={() => setRestoring(null)} />}
    </Section>
  )
}

/** What a version changed: the names of its fields, and behind them the difference. */
function Changed({ version, before }: { version: Version; before: Version | undefined }): ReactNode {
  const { t } = useTranslation()
  if (version.version === 1) return <p className={styles['under']}>{t(($) => $.paymentPages.firstVersion)}</p>
  // The address by choice is no part of what versions keep.
  const kept = version.changed.filter((name) => name in version.page)
  const names = version.changed.map(fieldTitle).join(t(($) => $.app.comma))
  if (!before || kept.length === 0) return <p className={styles['under']}>{names}</p>
  return (
    <details className={styles['changed']}>
      <summary>{names || t(($) => $.paymentPages.nothingChanged)}</summary>
      <Difference
        label={t(($) => $.paymentPages.differenceOf, { version: version.version })}
        before={before.page}
        after={version.page}
        beforeTitle={t(($) => $.paymentPages.version, { version: before.version })}
        afterTitle={t(($) => $.paymentPages.version, { version: version.version })}
        fields={kept}
      />
    </details>
  )
}

interface RestoreProps {
  page: PaymentPage
  latest: Version
  version: Version
  onClose: () => void
}

/** Shows what the page says now beside what it would say again, and asks before it does. */
function Restore({ page, latest, version, onClose }: RestoreProps): ReactNode {
  const { t } = useTranslation()
  useReturnFocus()
  const { act, pending } = useAction(restorePageVersion, { refreshes: [...ofPages, listPageVersions] })
  const fields = differing(latest.page, version.page)
  const restore = async () => {
    const outcome = await act({
      path: { ref: page.page_ref },
      body: { restore: version.version, version: latest.version },
    })
    if (outcome.ok) toastSuccess(t(($) => $.paymentPages.restored, { version: version.version }))
    onClose()
  }
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      title={t(($) => $.paymentPages.restoreTitle, { version: version.version })}
      closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}
    >
      <div className={dialogue['body']}>
        <p>{t(($) => (fields.length > 0 ? $.paymentPages.restoreText : $.paymentPages.restoreSame))}</p>
        {fields.length > 0 && (
          <Difference
            label={t(($) => $.paymentPages.differenceOf, { version: version.version })}
            before={latest.page}
            after={version.page}
            beforeTitle={t(($) => $.paymentPages.now)}
            afterTitle={t(($) => $.paymentPages.version, { version: version.version })}
            fields={fields}
          />
        )}
        <div className={dialogue['buttons']}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t(($) => $.confirm.cancel)}
          </Button>
          <Button loading={pending} onClick={() => void restore()}>
            {t(($) => $.paymentPages.restore)}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { testChannel } from '#contract/channels.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { LeftToRight, Time } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { useOpenActs } from '#console/kit/shell/open-acts.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import styles from './channels.module.css'
import { useChannelKind } from './pay-type.tsx'
import { ofChannels, type Connected, type Entry } from './use-channels.ts'

type Tested = WireOutput<typeof testChannel>['tested']

/** What the provider said when it was last asked, and the button that asks it anew. */
export function ConnectionSection({ connection, entry }: { connection: Connected; entry: Entry }): ReactNode {
  const { t } = useTranslation()
  const { act, pending } = useAction(testChannel, { refreshes: ofChannels })
  const [tested, setTested] = useState<Tested | null>(null)
  const { key, check, checked_at: checkedAt } = connection
  const test = async () => {
    setTested(null)
    const outcome = await act({ path: { channelKey: key }, body: {} })
    if (outcome.ok) setTested(outcome.answer.tested)
  }
  const { rule } = useChannelKind()
  const isMissing = connection.credentials_state === 'missing'
  const may = useDenied(rule) === null && !isMissing
  const offered = { id: 'test', title: t(($) => $.payChannels.test), icon: 'refresh', run: () => void test() } as const
  useOpenActs(may ? [offered] : [])
  return (
    <Section
      title={t(($) => $.payChannels.connection)}
      end={
        <Offered rule={rule}>
          <Button
            variant="default"
            size="xs"
            disabled={isMissing}
            leftSection={<Icon name="refresh" size={14} />}
            loading={pending}
            onClick={() => void test()}
          >
            {t(($) => $.payChannels.test)}
          </Button>
        </Offered>
      }
    >
      <Facts
        facts={[
          [
            t(($) => $.payChannels.lastCheck),
            checkedAt ? <Time key="at" at={checkedAt} zoned /> : t(($) => $.payChannels.neverChecked),
          ],
          [t(($) => $.payChannels.account), check.account ? <LeftToRight key="is">{check.account}</LeftToRight> : ''],
        ]}
      />
      <div role="status" className={styles['outcome']}>
        {pending && (
          <p className={styles['quiet']}>{t(($) => $.payChannels.testing, { name: isolated(entry.name) })}</p>
        )}
        {tested && <Outcome tested={tested} entry={entry} />}
      </div>
      <Checks check={check} />
    </Section>
  )
}

function Outcome({ tested, entry }: { tested: Tested; entry: Entry }): ReactNode {
  const { t } = useTranslation()
  const name = isolated(entry.name)
  const words = {
    working: t(($) => $.payChannels.testOk),
    refused: t(($) => $.payChannels.testRefused, { name }),
    silent: t(($) => $.payChannels.testSilent, { name }),
  }
  return (
    <p className={styles['check']} data-ok={tested === 'working' || undefined}>
      <Icon name={tested === 'working' ? 'check' : 'warning'} />
      <span>{words[tested]}</span>
    </p>
  )
}

/** Each thing that the provider was asked about, by the provider's own name for it. */
function Checks({ check }: { check: Connected['check'] }): ReactNode {
  const { t } = useTranslation()
  if (check.checks.length === 0) return null
  return (
    <ul className={styles['checks']}>
      {check.checks.map(({ name, ok, text }) => (
        <li key={name} className={styles['check']} data-ok={ok || undefined}>
          <Icon name={ok ? 'check' : 'warning'} />
          <span>
            <bdi>{name}</bdi>
            <span className="visually-hidden">
              {' '}
              ({t(($) => (ok ? $.payChannels.checkPassed : $.payChannels.checkFailed))})
            </span>
            {text && (
              <span className={styles['under']}>
                <bdi>{text}</bdi>
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

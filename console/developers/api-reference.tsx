import { TextInput } from '@mantine/core'
import { useDeferredValue, useEffect, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#console/kit/ui/icons.tsx'
import { Failed } from '#console/kit/list/unanswered.tsx'
import { useOpenApi, type OpenApi, type Operation } from '#console/kit/api/open-api.ts'
import { Screen } from '#console/kit/routing/screen.tsx'
import { ScreenLink, useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import { callFinder } from './find-calls.ts'
import { OperationDetails } from './operation.tsx'
import { CallNames } from './prose.tsx'
import { StartHere } from './start-here.tsx'
import { nameOrder } from '#console/kit/i18n/name-order.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import type { Language } from '#i18n/languages.ts'
import styles from './reference.module.css'

/** The API reference, drawn from the OpenAPI document; each call has an address (`?call=`). */
export default function ApiReference(): ReactNode {
  const { t } = useTranslation()
  const { data, isError, refetch } = useOpenApi(useLanguage())
  return (
    <Screen name="apiReference">
      {data ? (
        <Reference api={data} />
      ) : isError ? (
        <Failed error={t(($) => $.reasons.NO_ANSWER)} requestId="" onRetry={() => void refetch()} />
      ) : (
        <LinesSkeleton lines={12} />
      )}
    </Screen>
  )
}

function Reference({ api }: { api: OpenApi }): ReactNode {
  const { t } = useTranslation()
  const { call, q = '' } = useScreenSearch('apiReference')
  const language = useLanguage()
  const go = useGo()
  const find = useMemo(() => callFinder(api), [api])
  const names = useMemo(() => new Set(api.operations.map(({ operationId }) => operationId)), [api])
  // Typing goes first: the list follows it.
  const words = useDeferredValue(q)
  const fitting = useMemo(() => find(words), [find, words])
  const open = api.operations.find(({ operationId }) => operationId === call) ?? (words ? fitting[0] : undefined)
  useEffect(() => {
    if (call) document.querySelector<HTMLElement>('#operation')?.focus()
  }, [call])
  return (
    <div className={styles['columns']}>
      <div className={styles['side']}>
        <TextInput
          type="search"
          aria-label={t(($) => $.apiReference.search)}
          placeholder={t(($) => $.apiReference.search)}
          leftSection={<Icon name="search" />}
          value={q}
          onChange={(event) => void go({ to: 'apiReference', search: { q: event.currentTarget.value }, replace: true })}
        />
        <nav aria-label={t(($) => $.screens.apiReference)} className={styles['nav']}>
          {!words && (
            <ScreenLink to="apiReference" {...(open ? {} : { 'aria-current': 'page' as const })}>
              {t(($) => $.apiGuide.title)}
            </ScreenLink>
          )}
          {words ? (
            <Calls operations={fitting} open={open} q={words} />
          ) : (
            groupsOf(api.operations, { forServers: t(($) => $.apiReference.forServers), language }).map(
              ({ title, operations }) => (
                <section key={title}>
                  <h2>
                    <bdi>{title}</bdi>
                  </h2>
                  <Calls operations={operations} open={open} q="" />
                </section>
              ),
            )
          )}
          {fitting.length === 0 && <p className={styles['note']}>{t(($) => $.list.noMatchTitle)}</p>}
        </nav>
      </div>
      {open ? (
        <CallNames value={names}>
          <OperationDetails key={open.operationId} operation={open} base={api.base} />
        </CallNames>
      ) : (
        <StartHere />
      )}
    </div>
  )
}

function Calls(props: { operations: readonly Operation[]; open: Operation | undefined; q: string }): ReactNode {
  return (
    <ul>
      {props.operations.map((operation) => (
        <li key={operation.operationId}>
          <ScreenLink
            to="apiReference"
            search={{ call: operation.operationId, ...(props.q ? { q: props.q } : {}) }}
            {...(operation === props.open ? { 'aria-current': 'page' as const } : {})}
          >
            <bdi>{operation.summary}</bdi>
          </ScreenLink>
        </li>
      ))}
    </ul>
  )
}

/** The calls that a shop's server can make, then all others by their domain. */
function groupsOf(
  operations: readonly Operation[],
  { forServers, language }: { forServers: string; language: Language },
): { title: string; operations: Operation[] }[] {
  const others = operations.filter((operation) => !operation['x-server'])
  const tags = [...new Set(others.map((operation) => operation.tags[0] ?? ''))].toSorted(nameOrder(language))
  return [
    { title: forServers, operations: operations.filter((operation) => operation['x-server']) },
    ...tags.map((tag) => ({ title: tag, operations: others.filter((operation) => operation.tags[0] === tag) })),
  ]
}

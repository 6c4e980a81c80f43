import { TextInput } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#console/kit/ui/icons.tsx'
import { Failed } from '#console/kit/list/list-screen.tsx'
import { useOpenApi, type OpenApi, type Operation } from '#console/kit/api/open-api.ts'
import { Screen } from '#console/kit/routing/screen.tsx'
import { ScreenLink, useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import { OperationDetails } from './operation.tsx'
import styles from './reference.module.css'

/** The API reference, drawn from the OpenAPI document; each call has an address (`?call=`). */
export default function ApiReference(): ReactNode {
  const { t } = useTranslation()
  const { data, isError, refetch } = useOpenApi()
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
  const go = useGo()
  const fitting = api.operations.filter((operation) => fits(operation, q))
  const open = api.operations.find(({ operationId }) => operationId === call) ?? fitting[0] ?? api.operations[0]
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
          onChange={(event) =>
            void go({ to: 'apiReference', search: searchOf(open, event.currentTarget.value), replace: true })
          }
        />
        <nav aria-label={t(($) => $.screens.apiReference)} className={styles['nav']}>
          {groupsOf(fitting).map(({ tag, operations }) => (
            <section key={tag}>
              <h2>
                <span dir="ltr">{tag}</span>
              </h2>
              <ul>
                {operations.map((operation) => (
                  <li key={operation.operationId}>
                    <ScreenLink
                      to="apiReference"
                      search={searchOf(operation, q)}
                      {...(operation === open ? { 'aria-current': 'page' as const } : {})}
                    >
                      <span dir="ltr">{operation.operationId}</span>
                    </ScreenLink>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {fitting.length === 0 && <p className={styles['note']}>{t(($) => $.list.noMatchTitle)}</p>}
        </nav>
      </div>
      {open && <OperationDetails key={open.operationId} operation={open} base={api.base} />}
    </div>
  )
}

const searchOf = (operation: Operation | undefined, q: string) => ({
  ...(operation ? { call: operation.operationId } : {}),
  ...(q ? { q } : {}),
})

/** Whether every searched word is in the call's name, path or parameters. */
function fits(operation: Operation, q: string): boolean {
  const { operationId, method, path, tags, description } = operation
  const known = `${operationId} ${method} ${path} ${tags.join(' ')} ${description} ${JSON.stringify(operation.requestBody ?? '')}`
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => known.toLowerCase().includes(word))
}

function groupsOf(operations: readonly Operation[]): { tag: string; operations: Operation[] }[] {
  const tags = [...new Set(operations.map((operation) => operation.tags[0] ?? ''))]
  return tags.map((tag) => ({ tag, operations: operations.filter((operation) => operation.tags[0] === tag) }))
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '#console/kit/ui/code-block.tsx'
import { Section } from '#console/kit/details/detail.tsx'
import type { Operation } from '#console/kit/api/open-api.ts'
import { Reference } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { bodySchemaOf, curlOf, signedMessage } from './curl.ts'
import { exampleOf } from './example-of.ts'
import { FieldTable } from './fields.tsx'
import { fieldsOf } from './fields-of.ts'
import { aboutOf, accessOf } from './find-calls.ts'
import { Prose } from './prose.tsx'
import styles from './reference.module.css'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'

/** One call: its rule, parameters, answer and an example to try. */
export function OperationDetails({ operation, base }: { operation: Operation; base: string }): ReactNode {
  const { t } = useTranslation()
  const request = bodySchemaOf(operation, 'application/json') ?? bodySchemaOf(operation, 'multipart/form-data')
  const answer = operation.responses['200']?.content?.['application/json']?.schema
  const curl = curlOf(operation, { origin: location.origin, base })
  return (
    <article className={styles['operation']}>
      <h2 tabIndex={-1} id="operation" className={styles['title']}>
        <bdi>{operation.summary}</bdi>
      </h2>
      <p className={styles['address']} dir="ltr">
        <span data-method={operation.method}>{operation.method}</span> {base}
        {operation.path}
      </p>
      <p className={styles['code']} dir="ltr">
        {operation.operationId}
      </p>
      {aboutOf(operation).map((paragraph) => (
        <p key={paragraph} className={styles['about']}>
          <Prose>{paragraph}</Prose>
        </p>
      ))}
      <p className={styles['note']}>
        <Prose>{accessOf(operation)}</Prose>
      </p>
      {operation.parameters.length > 0 && (
        <Section title={t(($) => $.apiReference.parameters)}>
          <FieldTable
            label={t(($) => $.apiReference.parameters)}
            fields={operation.parameters.map(({ name, in: place, required, schema, description = '' }) => ({
              name,
              required,
              place,
              schema: { ...schema, description },
            }))}
          />
        </Section>
      )}
      {request && (
        <Section title={t(($) => $.apiReference.request)}>
          <FieldTable label={t(($) => $.apiReference.request)} fields={fieldsOf(request)} />
        </Section>
      )}
      {operation['x-signed'] && (
        <Section title={t(($) => $.apiReference.signature)}>
          <p className={styles['prose']}>
            {t(($) => $.apiReference.signatureText, {
              names: isolatedLtr(Object.values(operation['x-signed']).toSorted().join(', ')),
            })}
          </p>
          <CodeBlock code={signedMessage(operation)} label={t(($) => $.apiReference.signature)} />
        </Section>
      )}
      <Section title={t(($) => $.apiReference.example)}>
        <CodeBlock
          code={curl}
          label={t(($) => $.apiReference.example)}
          copy={{ text: curl, label: t(($) => $.apiReference.copy) }}
        />
      </Section>
      {answer && (
        <Section title={t(($) => $.apiReference.answer)}>
          <CodeBlock code={JSON.stringify(exampleOf(answer), null, 2)} label={t(($) => $.apiReference.answer)} />
          <div className={styles['below']}>
            <FieldTable label={t(($) => $.apiReference.answer)} fields={fieldsOf(answer)} />
          </div>
        </Section>
      )}
      <Section title={t(($) => $.apiReference.errors)}>
        <Errors operation={operation} />
      </Section>
    </article>
  )
}

/** The errors that the call may answer, by `status_reason`. */
function Errors({ operation }: { operation: Operation }): ReactNode {
  const { t } = useTranslation()
  const keys = operation['x-error-keys'] ?? ['Message']
  const rows = Object.entries(operation.responses)
    .filter(([status]) => status !== '200')
    .flatMap(([status, { description }]) => description.split(', ').map((reason) => ({ status, reason })))
  return (
    <>
      <p className={styles['prose']}>{t(($) => $.apiReference.errorsText, { keys: isolatedLtr(keys.join(', ')) })}</p>
      <dl className={styles['errors']}>
        {rows.map(({ status, reason }) => (
          <div key={`${status} ${reason}`}>
            <dt>
              <Reference>{`${status} ${reason}`}</Reference>
            </dt>
            <dd>{wireWord('reasons', reason)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

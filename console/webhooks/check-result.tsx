import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignatureCheck } from '#contract/signature-checks.ts'
import { LeftToRight } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import styles from './playground.module.css'

/** Match or not, the causes, and the text that is signed beside the one that was pasted. */
export function CheckResult({ result }: { result: SignatureCheck }): ReactNode {
  const { t } = useTranslation()
  const { match, secret, variant, causes, canonical, given, differs_at: at } = result
  return (
    <>
      <p className={styles['verdict']} data-tone={match ? 'good' : 'bad'}>
        {match ? t(($) => $.playground.match) : t(($) => $.playground.noMatch)}
      </p>
      {secret && (
        <p>
          {t(($) => $.playground.by)} {wireWord('knownSecrets', secret)}
          {variant && variant !== 'canonical' && (
            <>
              {' '}
              · {t(($) => $.playground.encodedLike)} <LeftToRight>{variant}</LeftToRight>
            </>
          )}
        </p>
      )}
      <ul className={styles['causes']}>
        {causes.map(({ cause, names, detail }) => (
          <li key={`${cause} ${names.join()}`}>
            {wireWord('signatureCauses', cause)}
            {names.length > 0 && (
              <>
                {' '}
                <LeftToRight>{names.join(', ')}</LeftToRight>
              </>
            )}
            {detail && (
              <>
                {' '}
                (<LeftToRight>{detail}</LeftToRight>)
              </>
            )}
          </li>
        ))}
      </ul>
      <h3 className={styles['head']}>{t(($) => $.playground.canonical)}</h3>
      <Marked text={canonical} at={at} label={t(($) => $.playground.canonical)} />
      {given && (
        <>
          <h3 className={styles['head']}>{at === null ? t(($) => $.playground.same) : t(($) => $.playground.given)}</h3>
          <Marked text={given} at={at} label={t(($) => $.playground.given)} />
        </>
      )}
    </>
  )
}

/** A text from left to right, marked from where it differs. */
function Marked({ text, at, label }: { text: string; at: number | null; label: string }): ReactNode {
  return (
    <pre className={styles['signed']} dir="ltr" tabIndex={0} role="region" aria-label={label}>
      {at === null ? text : text.slice(0, at)}
      {at !== null && <mark>{text.slice(at)}</mark>}
    </pre>
  )
}

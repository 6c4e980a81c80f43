import { Link } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Brand } from './brand.tsx'
import { LanguageMenu, SchemeMenu } from './top-bar.tsx'
import styles from './entry.module.css'

/** A sheet outside the shell: sign-in, lock, unknown address. */
export function Entry({ title, wide, children }: { title: string; wide?: true; children: ReactNode }): ReactNode {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = `${title} · ${t(($) => $.app.name)}`
  }, [title, t])
  return (
    <div className={styles['page']}>
      <header className={styles['top']}>
        <Link to="/" className={styles['home']}>
          <Brand />
        </Link>
        <div>
          <LanguageMenu />
          <SchemeMenu />
        </div>
      </header>
      <main className={styles['sheet']} data-wide={wide}>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  )
}

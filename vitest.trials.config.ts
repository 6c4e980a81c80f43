import { defineConfig } from 'vitest/config'

/** The long ones: kills, races and random runs by the thousand. One file at a time, since each loads the machine. */
export default defineConfig({
  test: {
    include: ['**/*.trial.ts'],
    exclude: ['node_modules/**', 'dist/**', 'data/**'],
    globalSetup: 'test/postgres.ts',
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 60 * 60_000,
    hookTimeout: 60_000,
  },
})

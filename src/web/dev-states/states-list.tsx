import { CATALOGUE } from './catalogue.ts';
import styles from './states-list.module.css';
import { STORY_GROUPS } from './story.ts';
import { STATES_PATH } from './story-boot.ts';

/** List of all stories by group. Time is frozen in each story, except in its "live" variant. */
export function StatesList() {
  return (
    <main className="wrap">
      <h1 className={styles.title}>States of the public page</h1>
      <p className={styles.lede}>
        {CATALOGUE.length} states. Time is frozen in each one; “live” lets it run.
      </p>
      {STORY_GROUPS.map((group) => (
        <section key={group} className={styles.group}>
          <h2>{group}</h2>
          <ul className={styles.list}>
            {CATALOGUE.filter((story) => story.group === group).map(({ name, title, only }) => (
              <li key={name}>
                <a className="link" href={`${STATES_PATH}/${name}`}>
                  {title}
                </a>{' '}
                <a className={styles.live} href={`${STATES_PATH}/${name}?live`}>
                  live
                </a>
                {only === 'narrow' && <span className={styles.note}>narrow windows only</span>}
                {only === 'wide' && <span className={styles.note}>wide windows only</span>}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className={styles.lede}>
        Without scripts: open <a href="/">the page itself</a> with JavaScript disabled. For print styles:
        print any state.
      </p>
    </main>
  );
}

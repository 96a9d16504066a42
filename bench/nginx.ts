import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { childrenOf } from './process-usage.ts';
import { type RunningProcess, startProcess } from './server-process.ts';

const NGINX = '/usr/sbin/nginx';

/** Returns whether nginx is installed where Debian installs it. */
export const hasNginx = (): boolean => existsSync(NGINX);

/**
 * Starts an nginx with one worker and one server block, and waits until its path `/ready` answers. The returned process id is the worker's.
 */
export const startNginx = async (
  folder: string,
  name: string,
  port: number,
  serverBlock: string,
): Promise<RunningProcess> => {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/tmp;`)
    .join(' ');
  const file = path.join(folder, `${name}.conf`);
  await writeFile(
    file,
    `user root; daemon off; worker_processes 1; pid ${folder}/${name}.pid; error_log ${folder}/${name}.log;
events { worker_connections 1024; }
http { access_log off; sendfile on; types { video/mp4 mp4; } ${temporary}
${serverBlock}
}\n`,
  );
  const master = await startProcess(NGINX, ['-c', file, '-e', `${folder}/${name}.log`], {
    port,
    readyPath: '/ready',
  });
  const [worker = master.pid] = await childrenOf(master.pid);
  return { ...master, pid: worker };
};

#!/usr/bin/env node
/**
 * Generates the media of the built-in sample posts from the five original pictures set-1.jpg … set-5.jpg.
 *
 *   node scripts/make-samples.mjs [folder]        (folder: src/server/engines/sample/media by default)
 *
 * Needs ffmpeg with libx264 and libmp3lame on the PATH; the results are committed. The same ffmpeg produces the same bytes,
 * because encoding uses one thread, no dates and no random numbers.
 *
 * clip-{1080,720,480}p.mp4   8 s, 9:16, H.264 + AAC, index at the front: a day from sunrise to moonlight, four pictures
 * clip.mp3                   the clip's sound, a chord that opens note by note and fades
 * sound.mp3                  8 s of slow bells
 * *-poster.jpg, set-*-small.jpg   previews
 *
 * The public page's hero shows the clip's poster in small, made with ImageMagick (src/web/features/site-layout/sample-clip.webp):
 *   convert clip-poster.jpg -resize 336x -strip -quality 64 -define webp:method=6 sample-clip.webp
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const SECONDS = 8;
const FRAMES_PER_SECOND = 30;
const SAMPLE_RATE = 44_100;
const SCENE_SECONDS = 2.6;
const CROSSFADE_SECONDS = 0.8;

const media = resolve(process.argv[2] ?? join(import.meta.dirname, '../src/server/engines/sample/media'));
const work = mkdtempSync(join(tmpdir(), 'samples-'));
const picture = (number) => join(media, `set-${number}.jpg`);

const ffmpeg = (...args) => {
  const run = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (run.error) throw run.error;
  if (run.status !== 0) throw new Error(`ffmpeg ended with ${run.status}: ${args.join(' ')}`);
};

/** Adds one decaying partial of a note to both channels; `pan` 0 is left, 1 is right. */
const addTone = (channels, { start, frequency, gain, attack, decay, pan }) => {
  const first = Math.round(start * SAMPLE_RATE);
  for (let index = first; index < SECONDS * SAMPLE_RATE; index += 1) {
    const time = (index - first) / SAMPLE_RATE;
    const rise = time < attack ? 0.5 - 0.5 * Math.cos((Math.PI * time) / attack) : 1;
    const value = gain * rise * Math.exp(-time / decay) * Math.sin(2 * Math.PI * frequency * time);
    channels[0][index] += value * Math.cos((pan * Math.PI) / 2);
    channels[1][index] += value * Math.sin((pan * Math.PI) / 2);
  }
};

/** Adds reverb: four echoes, each crossing to the other channel. */
const addReverb = (channels) => {
  const delays = [0.031, 0.067, 0.113, 0.241];
  for (const [step, delay] of delays.entries()) {
    const shift = Math.round(delay * SAMPLE_RATE);
    const gain = 0.32 * 0.8 ** step;
    for (let index = channels[0].length - 1; index >= shift; index -= 1) {
      const left = channels[0][index - shift];
      channels[0][index] += gain * channels[1][index - shift];
      channels[1][index] += gain * left;
    }
  }
};

/** Writes a WAV file with fades at both ends and a peak of -5 dB. Returns its path. */
const writeWave = (name, channels) => {
  const frames = SECONDS * SAMPLE_RATE;
  let peak = 0;
  const shaped = channels.map((channel) =>
    channel.map((value, index) => {
      const left = (frames - index) / SAMPLE_RATE;
      const faded = value * Math.min(1, left / 2.5) ** 1.5 * Math.min(1, index / (0.02 * SAMPLE_RATE));
      peak = Math.max(peak, Math.abs(faded));
      return faded;
    }),
  );
  const data = Buffer.alloc(frames * 4);
  for (let index = 0; index < frames; index += 1) {
    data.writeInt16LE(Math.round((shaped[0][index] / peak) * 0.56 * 32_767), index * 4);
    data.writeInt16LE(Math.round((shaped[1][index] / peak) * 0.56 * 32_767), index * 4 + 2);
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(SAMPLE_RATE, 24);
  head.writeUInt32LE(SAMPLE_RATE * 4, 28);
  head.writeUInt16LE(4, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  const path = join(work, name);
  writeFileSync(path, Buffer.concat([head, data]));
  return path;
};

const silence = () => [new Float64Array(SECONDS * SAMPLE_RATE), new Float64Array(SECONDS * SAMPLE_RATE)];

/** Writes an arpeggiated D major chord with a ninth; two slightly detuned voices per note. */
const chordWave = () => {
  const channels = silence();
  const notes = [73.42, 146.83, 220, 293.66, 369.99, 440, 659.25];
  for (const [step, note] of notes.entries()) {
    for (const [voice, detune] of [0.9985, 1.0015].entries()) {
      for (const [partial, gain] of [1, 0.28, 0.1, 0.04].entries()) {
        addTone(channels, {
          start: step * 0.32,
          frequency: note * detune * (partial + 1),
          gain: (gain * 0.5) / (1 + step * 0.22),
          attack: 0.9,
          decay: 4.5 - partial * 0.8,
          pan: 0.5 + (voice - 0.5) * 0.7,
        });
      }
    }
  }
  addReverb(channels);
  return writeWave('chord.wav', channels);
};

/** Writes six bell strokes of a falling pentatonic line over a low drone. */
const bellsWave = () => {
  const channels = silence();
  const strokes = [587.33, 493.88, 440, 659.25, 493.88, 369.99];
  for (const [step, note] of strokes.entries()) {
    for (const [partial, ratio] of [1, 2.005, 3.01, 4.1].entries()) {
      addTone(channels, {
        start: 0.1 + step * 1.05,
        frequency: note * ratio,
        gain: 0.5 * 0.34 ** partial,
        attack: 0.012,
        decay: 1.6 / (partial + 1),
        pan: step % 2 === 0 ? 0.3 : 0.7,
      });
    }
  }
  for (const note of [73.42, 110, 146.83]) {
    addTone(channels, { start: 0, frequency: note, gain: 0.14, attack: 2, decay: 9, pan: 0.5 });
  }
  addReverb(channels);
  return writeWave('bells.wav', channels);
};

/**
 * Returns the filter graph of the four scenes. Each picture is denoised (grain needs more bits than the picture),
 * cropped to 9:16, upscaled so that slow motion has sub-pixel steps, and crossfaded into the next.
 */
const scenes = () => {
  const frames = Math.round(SCENE_SECONDS * FRAMES_PER_SECOND);
  const moves = [
    { zoom: `1+0.07*on/${frames}`, x: '(iw-iw/zoom)/2', y: '(ih-ih/zoom)*0.35' },
    { zoom: '1.09', x: `(iw-iw/zoom)*on/${frames}`, y: '(ih-ih/zoom)/2' },
    { zoom: `1.08-0.07*on/${frames}`, x: '(iw-iw/zoom)/2', y: '(ih-ih/zoom)/2' },
    { zoom: '1.08', x: '(iw-iw/zoom)*0.3', y: `(ih-ih/zoom)*(1-on/${frames})` },
  ];
  const graph = moves.map(
    ({ zoom, x, y }, index) =>
      `[${index}:v]hqdn3d=9:7:0:0,crop='min(iw,ih*9/16)':ih:'(iw-ow)*0.35':0,scale=2160:3840:flags=lanczos,` +
      `zoompan=z='${zoom}':x='${x}':y='${y}':d=${frames}:s=1080x1920:fps=${FRAMES_PER_SECOND},` +
      `format=yuv420p,setsar=1[s${index}]`,
  );
  let last = 's0';
  for (let index = 1; index < moves.length; index += 1) {
    const offset = index * (SCENE_SECONDS - CROSSFADE_SECONDS);
    graph.push(
      `[${last}][s${index}]xfade=transition=fade:duration=${CROSSFADE_SECONDS}:offset=${offset.toFixed(2)}[f${index}]`,
    );
    last = `f${index}`;
  }
  graph.push(`[${last}]fade=t=in:d=0.25,fade=t=out:st=${SECONDS - 0.6}:d=0.6[out]`);
  return graph.join(';');
};

const master = () => {
  const path = join(work, 'master.mkv');
  const inputs = [1, 2, 3, 4].flatMap((number) => ['-i', picture(number)]);
  const encode = [
    '-t',
    String(SECONDS),
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-crf',
    '4',
    '-threads',
    '1',
  ];
  ffmpeg(...inputs, '-filter_complex', scenes(), '-map', '[out]', ...encode, path);
  return path;
};

const exact = [
  '-map_metadata',
  '-1',
  '-fflags',
  '+bitexact',
  '-flags:v',
  '+bitexact',
  '-flags:a',
  '+bitexact',
];

const clip = (film, sound, { width, height, crf, audio }) => {
  const video = ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', String(crf), '-profile:v', 'high'];
  const colour = [
    '-pix_fmt',
    'yuv420p',
    '-g',
    '60',
    '-threads',
    '1',
    '-vf',
    `scale=${width}:${height}:flags=lanczos`,
  ];
  ffmpeg(
    ...['-i', film, '-i', sound, '-map', '0:v', '-map', '1:a', '-t', String(SECONDS)],
    ...video,
    ...colour,
    ...['-c:a', 'aac', '-b:a', audio, '-ac', '2', ...exact, '-movflags', '+faststart'],
    join(media, `clip-${width}p.mp4`),
  );
};

const mp3 = (wave, name) => {
  const encode = [
    '-c:a',
    'libmp3lame',
    '-b:a',
    '128k',
    '-ac',
    '2',
    ...exact,
    '-id3v2_version',
    '0',
    '-write_xing',
    '1',
  ];
  ffmpeg('-i', wave, ...encode, join(media, name));
};

const still = (from, name, filter, ...seek) =>
  ffmpeg(...seek, '-i', from, '-frames:v', '1', '-vf', filter, '-q:v', '4', ...exact, join(media, name));

try {
  const chord = chordWave();
  const film = master();
  clip(film, chord, { width: 1080, height: 1920, crf: 26, audio: '128k' });
  clip(film, chord, { width: 720, height: 1280, crf: 27, audio: '112k' });
  clip(film, chord, { width: 480, height: 854, crf: 28, audio: '96k' });
  mp3(chord, 'clip.mp3');
  mp3(bellsWave(), 'sound.mp3');
  still(film, 'clip-poster.jpg', 'scale=720:1280:flags=lanczos', '-ss', '1');
  still(picture(5), 'sound-poster.jpg', 'crop=ih*0.8:ih*0.8,scale=640:640:flags=lanczos');
  for (const number of [1, 2, 3, 4, 5]) {
    still(picture(number), `set-${number}-small.jpg`, 'scale=320:-2:flags=lanczos');
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

let total = 0;
for (const name of readdirSync(media).sort()) {
  const { size } = statSync(join(media, name));
  total += size;
  console.log(`${String(size).padStart(9)}  ${name}`);
}
console.log(`${String(total).padStart(9)}  in all`);

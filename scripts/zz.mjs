import {build} from 'esbuild';
import { cliBundle } from '/work/wt/cli/scripts/cliBundle.mjs';
const r = await build({...cliBundle, absWorkingDir:'/work/wt/cli', outdir:'/tmp/m/out', minify:true, metafile:true, sourcemap:false, entryPoints:{cli:'src/main.ts'}});
const o=Object.entries(r.metafile.outputs).find(([k])=>k.endsWith('cli.cjs'))[1];
console.log(o.bytes);
const seen=new Set();const from={};const q=['src/main.ts'];
while(q.length){const f=q.pop();if(seen.has(f))continue;seen.add(f);for(const i of r.metafile.inputs[f]?.imports??[])if(i.kind!=='dynamic-import'&&!i.external&&(o.inputs[i.path])){from[i.path]??=f;q.push(i.path);}}
let sum=0;for(const f of seen)sum+=o.inputs[f]?.bytesInOutput??0;console.log('eager',seen.size,sum);
for(const f of [...seen])if((o.inputs[f]?.bytesInOutput??0)>0)console.log(o.inputs[f].bytesInOutput,f,'<-',from[f]);
